import { MODE_NAMES } from '#shared/permission/mode-names.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import type { ActiveRule } from '../rules/active-rule.ts';
import { entry, type Case, type LayerResult, pass } from './case.ts';
import { exactRule, unseenRule } from './command-rules.ts';
import { coverLine, type CoverageOptions, type PartCoverage } from './coverage.ts';

/** Mode and allow layers for shell lines: commands that need no rule, commands that the mode runs, commands that rules cover. */
export function shellModeLayer(at: Case): LayerResult {
  const settled = lineCovered(at, { rules: false, edits: false });
  if (settled !== undefined) {
    const asking = settled.find((part) => part.by === 'networkRead');
    const message =
      asking === undefined
        ? 'It only reads, inside the working directories.'
        : 'It only reads, also from a server, which gatehouse.networkReads in your settings allows.';
    const detail =
      asking === undefined ? 'Every part only reads.' : 'Every part only reads, here or from a server (gatehouse.networkReads).';
    return { verdict: { behavior: 'allow', reason: 'readOnly', message }, trace: [entry('mode', 'allow', detail)] };
  }
  if (at.context.mode === 'plan') {
    const message = 'Plan mode is on, and this command may do more than read.';
    return { verdict: { behavior: 'ask', reason: 'mode', message }, trace: [entry('mode', 'ask', message)] };
  }
  if (at.context.mode === 'acceptEdits' && lineCovered(at, { rules: false, edits: true }) !== undefined) {
    return {
      verdict: { behavior: 'allow', reason: 'mode', message: 'Edits inside the working directories are accepted.' },
      trace: [entry('mode', 'allow', 'Every part reads or edits inside the working directories.')],
    };
  }
  return pass('mode', `The mode ${MODE_NAMES[at.context.mode]} leaves it to the rules.`);
}

export function shellAllowLayer(at: Case): LayerResult {
  const { shell } = at.facts;
  if (shell === undefined) return pass('allow', 'There is no command.');
  const whole = at.rules.allow.whole.get(at.facts.toolName) ?? at.rules.allow.whole.get(commandRuleTool(at.facts.toolName));
  if (whole !== undefined) {
    return {
      verdict: { behavior: 'allow', reason: 'rule', message: `Allowed by ${whole.entry.text}.` },
      trace: [entry('allow', 'allow', 'A rule for the whole tool covers every command.', { rule: whole.entry })],
    };
  }
  const unseen = unseenRule(at);
  if (unseen !== undefined) {
    return {
      verdict: { behavior: 'allow', reason: 'rule', message: 'You allowed exactly this line for this session.' },
      trace: [entry('allow', 'allow', 'You allowed exactly this line.', { subject: shell.line, rule: unseen.entry })],
    };
  }
  const exact = exactLineRule(at);
  if (exact !== undefined) {
    return {
      verdict: { behavior: 'allow', reason: 'rule', message: `Allowed by ${exact.entry.text}.` },
      trace: [entry('allow', 'allow', EXACT_LINE, { subject: shell.line, rule: exact.entry })],
    };
  }
  const limit = shell.limits[0];
  if (limit !== undefined)
    return { trace: [entry('allow', 'pass', `${limit.reason} No narrower rule covers that.`, { subject: limit.text })] };
  const parts = coverLine(at, { rules: true, edits: at.context.mode === 'acceptEdits' });
  const trace = parts.flatMap((part) => {
    const { fileRules = [] } = part;
    // A rule that covers the command which runs this one doesn’t match it.
    const rule = part.by === 'parent' ? undefined : part.rule;
    return [
      entry('allow', part.covered ? 'allow' : 'pass', part.detail ?? '', { subject: part.text, rule: rule?.entry }),
      ...fileRules.map((used) =>
        entry('allow', 'allow', `Its files are covered by ${used.rule.entry.text}.`, { subject: used.file, rule: used.rule.entry }),
      ),
    ];
  });
  if (parts.length === 0 || parts.some((part) => !part.covered)) return { trace };
  const rule = parts.flatMap(rulesOf)[0];
  const message = rule === undefined ? 'Every part is allowed.' : `Allowed by ${rule.entry.text}.`;
  return { verdict: { behavior: 'allow', reason: 'rule', message }, trace };
}

export const EXACT_LINE = 'A rule names exactly this line.';

/** The allow rule for exactly this line, which covers all its parts. */
export function exactLineRule(at: Case): ActiveRule | undefined {
  const { shell } = at.facts;
  return shell === undefined || shell.limits.some(({ opaque }) => opaque) ? undefined : exactRule(shell.line, at);
}

/** The rules that cover a part, its own first. */
function rulesOf({ rule, fileRules = [] }: PartCoverage): readonly ActiveRule[] {
  const further = fileRules.map((used) => used.rule);
  return rule === undefined ? further : [rule, ...further];
}

function lineCovered(at: Case, options: CoverageOptions): readonly PartCoverage[] | undefined {
  const { shell } = at.facts;
  if (shell === undefined || shell.limits.some((limit) => limit.readable !== true || options.edits)) return undefined;
  const parts = coverLine(at, options);
  return parts.length > 0 && parts.every((part) => part.covered) ? parts : undefined;
}

/** True exactly when every part only reads inside the folders that may be read without asking. */
export function readsOnly(at: Case): boolean {
  return lineCovered(at, { rules: false, edits: false }) !== undefined;
}
