import { isTooBroadForAuto } from '#main/permission/classifier/broad-rules.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { whyWithoutUse } from '#main/permission/rules/rule-without-use.ts';
import { isSuggestedStart } from '#main/permission/suggest/suggest-command-rule.ts';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { Steps } from '#shared/steps.ts';

type Diagnostic = RuleRow['diagnostics'][number];

const NOT_IN_AUTO = 'Ignored in auto mode, where the classifier decides.';
/** The same where the mode isn’t known. */
const ONLY_IN_AUTO = 'In auto mode it is ignored, since the classifier decides.';

/**
 * What the permission engine makes of an allow rule: that it covers no command, or almost any.
 *
 * @param mode The mode of the session that the rule is for; none where it isn’t for one.
 */
export function ruleNotes(text: string, mode?: PermissionMode): readonly Diagnostic[] {
  const rule = parsedRule(text, 'allow');
  const why = whyWithoutUse(rule);
  if (why !== undefined) return [{ severity: 'warning', message: why }];
  if (!isTooBroadForAuto(rule)) return [];
  // Of a rule that is too wide for auto mode only: what it covers is said by its sentence.
  if (saysWhatRuns(rule)) return mode === 'auto' ? [{ severity: 'info', message: NOT_IN_AUTO }] : [];
  const inAuto = mode === undefined ? ` ${ONLY_IN_AUTO}` : mode === 'auto' ? ` ${NOT_IN_AUTO}` : '';
  return [{ severity: 'warning', kind: 'broad', message: `${whatRuns(rule)}${inAuto}` }];
}

/** A rule for the whole tool also covers what otherwise only an exact rule does. */
function whatRuns({ body }: ParsedRule): string {
  return body.kind === 'whole' ? 'Very broad: almost anything may run, also what can’t be undone.' : 'Very broad: almost anything may run.';
}

/** It names a script, a tool or a list of tasks to run, or only agents, whose calls are decided one by one. */
function saysWhatRuns({ tool, body }: ParsedRule): boolean {
  return body.kind === 'command' ? body.form === 'prefix' && isSuggestedStart(body.text) : tool === 'Agent';
}

const noted = new WeakMap<RuleList, RuleList>();

/** Adds them to the allow rules of a list. */
export function* withRuleNotes(listing: Steps<RuleList>): Steps<RuleList> {
  const list = yield* listing;
  const made = noted.get(list);
  if (made) return made;
  const rules: RuleRow[] = [];
  for (const rule of list.rules) {
    rules.push(withNotes(rule));
    yield;
  }
  const whole = { ...list, rules };
  noted.set(list, whole);
  return whole;
}

function withNotes(rule: RuleRow): RuleRow {
  if (rule.behavior !== 'allow' || rule.inert !== undefined) return rule;
  const why = whyWithoutUse(parsedRule(rule.text, 'allow'));
  if (why !== undefined) return { ...rule, inert: why };
  const notes = ruleNotes(rule.text);
  return notes.length === 0 ? rule : { ...rule, diagnostics: [...rule.diagnostics, ...notes] };
}
