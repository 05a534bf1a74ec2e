import { toolRow } from '#shared/tool-table.ts';
import type { DecisionReason, TraceEntry } from '#shared/permission/decision.ts';
import { isPreapprovedHost } from '../web/preapproved-hosts.ts';
import { matchInput, matchTool } from '../rules/match-rule.ts';
import { type Case, entry, type LayerResult, pass, settle, type Verdict } from './case.ts';
import { coveringRule } from './file-rules.ts';
import { freeToRead, inWorkingDirs } from './folders.ts';
import { shellAllowLayer, shellModeLayer } from './shell-layers.ts';
import { safetyFindings } from './safety.ts';

/** Auto mode counts only where it is available; otherwise it acts like `default`. */
function isAuto(at: Case): boolean {
  return at.context.mode === 'auto' && at.context.isAutoModeAvailable;
}

/** Questions left open because nothing decided them. What a rule, a tool or a person asked for needs a person. */
const OPEN: ReadonlySet<DecisionReason> = new Set(['needsApproval', 'outsideWorkingDirectory', 'notUnderstood', 'protectedPath']);

/** Whether the classifier may answer (SPEC G5): never past a rule, a tool's objection, or a location that isn't marked for it. */
export function classifierMayAnswer(at: Case, verdict: Verdict): boolean {
  if (!isAuto(at) || verdict.behavior !== 'ask' || !OPEN.has(verdict.reason)) return false;
  // It judges by what it knows of this machine.
  if (at.facts.place?.known === false) return false;
  if (at.facts.requiresUserInteraction || at.toolCheck?.behavior === 'ask' || at.facts.mcp?.suspended !== undefined) return false;
  return safetyFindings(at).every((finding) => finding.classifierApprovable && !finding.bypassImmune);
}

/** Trace entries for user rules that don't count while auto mode is on. */
export function rulesSetAside(at: Case): TraceEntry[] {
  return at.rules.allow.setAside
    .filter(({ parsed }) => parsed.tool === at.facts.toolName)
    .map((rule) =>
      entry('allow', 'pass', `${rule.entry.text} is ignored in auto mode, where the classifier decides.`, { rule: rule.entry }),
    );
}

/** What the mode decides without rules (SPEC G6). */
export function modeLayer(at: Case): LayerResult {
  if (at.bypass) return settle('mode', { behavior: 'allow', reason: 'mode', message: 'Permissions are bypassed.' });
  switch (at.kind) {
    case 'shell':
      return at.facts.shell === undefined ? pass('mode', 'There is no command to judge.') : shellModeLayer(at);
    case 'read':
    case 'search':
      return readMode(at);
    case 'edit':
      return editMode(at);
    case 'free':
      return settle('mode', { behavior: 'allow', reason: 'preapproved', message: `${at.facts.toolName} needs no approval.` });
    case 'web':
      // In a browser, pages are used, not only read.
      if (at.facts.toolName === 'WebFetch' && at.facts.web !== undefined && isPreapprovedHost(at.facts.web.host)) {
        return settle(
          'mode',
          { behavior: 'allow', reason: 'preapproved', message: `${at.facts.web.host} is a documentation site.` },
          { subject: at.facts.web.host },
        );
      }
      return pass('mode', 'The mode leaves it to the rules: this is not a known documentation site.');
    default:
      return otherMode(at);
  }
}

function readMode(at: Case): LayerResult {
  const outside = at.facts.paths.find((fact) => fact.access !== 'mention' && !freeToRead(fact, at));
  if (outside !== undefined) return pass('mode', `${outside.spelled} is outside the working directories.`);
  if (at.facts.toolName === 'Grep' && /^--[A-Za-z]/u.test(at.facts.scalars['pattern'] ?? '')) {
    return settle(
      'mode',
      { behavior: 'ask', reason: 'needsApproval', message: 'The pattern looks like an option.' },
      { subject: at.facts.scalars['pattern'] },
    );
  }
  return settle('mode', { behavior: 'allow', reason: 'workingDirectory', message: 'It reads inside the working directories.' });
}

function editMode(at: Case): LayerResult {
  if (at.context.mode === 'plan') {
    return settle('mode', {
      behavior: 'deny',
      reason: 'mode',
      message: 'Plan mode is on, so nothing is changed yet. Finish the plan and propose it with ExitPlanMode.',
    });
  }
  if (at.context.mode !== 'acceptEdits' && !isAuto(at)) return pass('mode', 'Edits ask in this mode.');
  const outside = at.facts.paths.find((fact) => !inWorkingDirs(fact, at));
  if (outside !== undefined) return pass('mode', `${outside.spelled} is outside the working directories.`);
  return settle('mode', { behavior: 'allow', reason: 'mode', message: 'Edits inside the working directories are accepted.' });
}

function otherMode(at: Case): LayerResult {
  if (at.facts.toolName === 'EnterWorktree' && at.facts.target === 'new' && at.context.mode !== 'plan') {
    return settle('mode', { behavior: 'allow', reason: 'preapproved', message: 'A new worktree of the project needs no approval.' });
  }
  if (at.toolCheck?.behavior === 'allow') {
    return settle('mode', { behavior: 'allow', reason: 'toolCheck', message: `${at.facts.toolName} needs no approval.` });
  }
  if (at.context.mode !== 'plan' || toolRow(at.facts.toolName)?.inPlanMode === 'rules')
    return pass('mode', 'The mode leaves it to the rules.');
  return settle('mode', { behavior: 'ask', reason: 'mode', message: `Plan mode is on, and ${at.facts.toolName} may do more than read.` });
}

/** Allow rules, with strict matching. */
export function allowLayer(at: Case): LayerResult {
  const { facts, rules } = at;
  if (facts.shell !== undefined) return shellAllowLayer(at);
  const whole = matchTool(rules.allow, facts.toolName, facts.mcp);
  if (whole !== undefined)
    return settle('allow', { behavior: 'allow', reason: 'rule', message: `Allowed by ${whole.entry.text}.` }, { rule: whole.entry });
  const input = matchInput(rules.allow, facts);
  if (input !== undefined)
    return settle('allow', { behavior: 'allow', reason: 'rule', message: `Allowed by ${input.entry.text}.` }, { rule: input.entry });
  const paths = facts.paths.filter((fact) => fact.access !== 'mention');
  const tools = at.kind === 'edit' ? (['Edit'] as const) : (['Read', 'Edit'] as const);
  const open = paths.filter((fact) => at.kind === 'edit' || !freeToRead(fact, at));
  const covering = open.map((fact) => coveringRule(fact, tools, at));
  const [rule, ...further] = new Set(covering.filter((one) => one !== undefined));
  if (rule !== undefined && covering.every((one) => one !== undefined)) {
    const message = `Allowed by ${rule.entry.text}.`;
    const allowed = settle('allow', { behavior: 'allow', reason: 'rule', message }, { subject: paths[0]?.spelled, rule: rule.entry });
    const others = further.map(({ entry: other }) =>
      entry('allow', 'allow', `Its other files are covered by ${other.text}.`, { rule: other }),
    );
    return { ...allowed, trace: [...allowed.trace, ...others] };
  }
  const lost = tools.flatMap((tool) => rules.allow.pathRules.get(tool) ?? []).find((one) => one.anchored.anchor === undefined);
  if (paths.length === 0 || lost === undefined) return pass('allow', 'No allow rule covers it.');
  const detail =
    'This rule matches nothing: a single leading slash stands for the folder of its settings file, and it comes from none. Write // for the filesystem root.';
  return { trace: [entry('allow', 'pass', detail, { rule: lost.entry })] };
}
