import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { isGrave } from '#shared/permission/risks.ts';
import { toolKind } from '#shared/tool-table.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { MAX_LINE_CHARS } from '../../diff/diff-rows.ts';
import { alwaysChoices, sessionAnswer, sessionAnswers } from '../panels/always-choices.ts';

const PLAIN_REASONS: ReadonlySet<string> = new Set(['needsApproval', 'outsideWorkingDirectory']);

/**
 * The folder of an edit that can be answered together with others: it only writes, no rule or protected path asks for it, it wasn't
 * answered before, and the diff is complete.
 */
export function editedFolder(ask: QueuedAsk): string | undefined {
  const { toolName, risk, reason, view } = ask;
  if (toolKind(toolName) !== 'edit' || risk !== 'write' || !PLAIN_REASONS.has(reason) || isSpecial(ask)) return undefined;
  return view.detail?.type === 'diff' && isWhole(view.detail) ? folderOf(view.detail.path) : undefined;
}

/**
 * What edits of one answer share: an agent waits for all of an answer before it makes the next. Only in the project, where each path shows its
 * folder.
 */
export function answerOfEdit(ask: QueuedAsk): string | undefined {
  const { reason, view, cwd, sessionId, agentId, inertRule } = ask;
  if (editedFolder(ask) === undefined || reason !== 'needsApproval') return undefined;
  if (view.detail?.type !== 'diff' || OUTSIDE.test(view.detail.path)) return undefined;
  return [sessionId, agentId ?? '', cwd, inertRule?.text ?? ''].join('\n');
}

const OUTSIDE = /^(?:[/\\~]|[A-Za-z]:|\.\.(?:[/\\]|$))/u;

/** A rule asks, or it was answered before: it is read by itself. */
function isSpecial({ rule, edited, askedAgainBecause }: QueuedAsk): boolean {
  return rule !== undefined || edited === true || askedAgainBecause !== undefined;
}

/**
 * What a command shares with those it can be answered together with: session, folder, tool, risk, and the one rule that would allow them
 * all, so that they are of one kind. Agents of a session may ask for them side by side.
 */
export function commandLikeness(ask: QueuedAsk): string | undefined {
  const { toolName, risk, reason, view, cwd, sessionId, inertRule } = ask;
  if (view.detail?.type !== 'command' || view.detail.diff || isGrave(risk)) return undefined;
  if (reason !== 'needsApproval' || ask.mayAllowUnseen === true || isSpecial(ask)) return undefined;
  const rule = commonRule(ask);
  if (rule === undefined) return undefined;
  return [sessionId, cwd, toolName, risk, inertRule?.text ?? '', rule].join('\n');
}

type Suggested = Pick<QueuedAsk, 'suggestions'>;

/** The one rule that would allow this and similar commands for the session: the widest that is offered. */
export function commonRule({ suggestions }: Suggested): string | undefined {
  const [rule, ...others] = sessionAnswers(alwaysChoices(suggestions)).at(-1)?.rules ?? [];
  return others.length === 0 ? rule : undefined;
}

/**
 * The answer that allows commands of a group for the session: what each would save by itself, since a rule for all of them would also allow
 * commands that nobody has seen. `undefined` where one of them can't be allowed by rules.
 */
export function commandsAnswer(commands: readonly Suggested[]): ReturnType<typeof sessionAnswer> {
  const answers = commands.map(({ suggestions }) => sessionAnswer(alwaysChoices(suggestions)));
  const [first] = answers;
  if (!first || answers.includes(undefined)) return undefined;
  return { ...first, rules: [...new Set(answers.flatMap((answer) => answer?.rules ?? []))] };
}

/** Whether the view shows the whole input. If not, answers wait until the input is loaded. */
export function isWhole(detail: ToolViewDetail | undefined): boolean {
  if (detail?.type === 'command') return true;
  if (detail?.type !== 'diff' || detail.truncated === true) return false;
  return detail.hunks.every((hunk) => hunk.lines.every((line) => line.length <= MAX_LINE_CHARS));
}

/** Including the last separator; empty if the path has none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
