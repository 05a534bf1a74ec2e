import { isTooBroadForAuto } from '#main/permission/classifier/broad-rules.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import { INTERPRETERS } from '#main/permission/shell/commands/program-names.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { fixedWords, whyWithoutUse } from '#main/permission/rules/rule-without-use.ts';
import { leavesOutFinal, leavesOutRunning, runsUnread } from '#main/permission/rules/still-asks.ts';
import { isSuggestedStart } from '#main/permission/suggest/suggest-command-rule.ts';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { Steps } from '#shared/steps.ts';
import { toolKind } from '#shared/tool-table.ts';

type Diagnostic = RuleRow['diagnostics'][number];

const FINAL_ASKS: Diagnostic = { severity: 'info', message: 'Commands that can’t be undone still ask.' };
const UNREAD = {
  targets: 'Gatehouse doesn’t read what its targets do.',
  tasks: 'Gatehouse doesn’t read what its tasks do.',
  script: 'Gatehouse doesn’t read what the script does.',
};
const UNSEEN: Diagnostic = {
  severity: 'info',
  message: 'Gatehouse can’t see everything that such a command runs, so it still asks where a deny or ask rule might apply.',
};
/** Shell commands that write or read files take rules with paths, so that a rule for the tool alone doesn't cover them. */
const WHOLE_FILE_TOOL: Partial<Record<ReturnType<typeof toolKind>, Diagnostic>> = {
  edit: { severity: 'info', message: 'Not what shell commands write: that takes a rule with a path, such as Edit(src/**).' },
  read: {
    severity: 'info',
    message: 'Not what shell commands read outside the project: that takes a rule with a path, such as Read(~/docs/**).',
  },
};
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
  const shell = rule.body.kind === 'whole' ? WHOLE_FILE_TOOL[toolKind(rule.tool)] : undefined;
  if (shell) return [shell];
  const final = formsNotes(rule);
  if (!isTooBroadForAuto(rule)) return final;
  // Of a rule that is too wide for auto mode only: what it covers is said by its sentence.
  if (saysWhatRuns(rule)) return mode === 'auto' ? [...final, { severity: 'info', message: NOT_IN_AUTO }] : final;
  const folder = scriptsIn(rule);
  if (folder !== undefined) {
    const inAuto = mode === 'auto' ? ` ${NOT_IN_AUTO}` : '';
    return [{ severity: 'info', message: `Any script in ${folder} may run; Gatehouse doesn’t read what it does.${inAuto}` }, ...final];
  }
  const inAuto = mode === undefined ? ` ${ONLY_IN_AUTO}` : mode === 'auto' ? ` ${NOT_IN_AUTO}` : '';
  return [{ severity: 'warning', kind: 'broad', message: `${whatRuns(rule)}${inAuto}` }, ...final];
}

/** What the rule leaves out, or can’t leave out since it isn’t seen. */
function formsNotes(rule: ParsedRule): readonly Diagnostic[] {
  if (leavesOutFinal(rule)) return [FINAL_ASKS];
  const unread = runsUnread(rule);
  if (unread !== undefined) return [{ severity: 'info', message: UNREAD[unread] }];
  const running = leavesOutRunning(rule);
  return running === undefined ? [] : [{ severity: 'info', message: `Some commands still ask, such as ${running}.` }];
}

/** Why an allow rule covers nothing: then that is all there is to say of it. */
export function withoutUse(text: string): string | undefined {
  return whyWithoutUse(parsedRule(text, 'allow'));
}

/** Of a rule for exactly one line, given its facts: it is code that deny and ask rules can’t be compared with. */
export function unseenNotes({ body }: ParsedRule, { shell }: CallFacts): readonly Diagnostic[] {
  const isUnseen = shell?.limits.some(({ opaque }) => opaque) === true || shell?.commands.some(({ opaqueCode }) => opaqueCode) === true;
  return body.kind === 'command' && body.form === 'exact' && isUnseen ? [UNSEEN] : [];
}

/** A rule for the whole tool also covers what otherwise only an exact rule does. */
function whatRuns({ body }: ParsedRule): string {
  if (body.kind === 'whole') return 'Very broad: almost anything may run, including what can’t be undone.';
  const isInterpreter = body.kind === 'command' && INTERPRETERS.includes(body.text.split(' ')[0] ?? '');
  return isInterpreter ? 'Very broad: any script may run. Code in the command itself still asks.' : 'Very broad: almost anything may run.';
}

/** The folder whose scripts an interpreter may run: `node scripts/*`. */
function scriptsIn({ body }: ParsedRule): string | undefined {
  if (body.kind !== 'command' || body.form !== 'wildcard') return undefined;
  const [, program = '', folder] = /^(\S+) ((?:\.\/)?[\w@][\w@./-]*\/)\*/u.exec(body.text) ?? [];
  return INTERPRETERS.includes(program) && folder?.includes('..') === false ? folder : undefined;
}

/** It names a script, a tool or a list of tasks to run, or only agents, whose calls are decided one by one. */
function saysWhatRuns({ tool, body }: ParsedRule): boolean {
  if (body.kind !== 'command') return tool === 'Agent';
  if (body.form === 'prefix') return isSuggestedStart(body.text);
  // With something in place of the wildcards: `npx tsc -p packages/*` names tsc as `npx tsc *` does.
  const words = fixedWords(body.text);
  return words.some((_, index) => index > 0 && isSuggestedStart(words.slice(0, index + 1).join(' ')));
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
