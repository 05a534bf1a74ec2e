import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { toolKind } from '#shared/tool-table.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { MAX_LINE_CHARS } from '../../diff/diff-rows.ts';
import { alwaysChoices, sessionAnswer } from '../panels/always-choices.ts';

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

/** A rule asks, or it was answered before: it is read by itself. */
function isSpecial({ rule, edited, askedAgainBecause }: QueuedAsk): boolean {
  return rule !== undefined || edited === true || askedAgainBecause !== undefined;
}

/** Their effects are read one by one. */
const NEVER_TOGETHER: ReadonlySet<string> = new Set(['destructive', 'secrets']);

/**
 * What a command shares with those it can be answered together with: agent, folder, tool, risk, and the only rule that “For this session”
 * would save, so that the person who allows the group allows no more than that rule would.
 */
export function commandLikeness(ask: QueuedAsk): string | undefined {
  const { toolName, risk, reason, view, cwd, sessionId, agentId, inertRule } = ask;
  if (view.detail?.type !== 'command' || view.detail.diff || NEVER_TOGETHER.has(risk)) return undefined;
  if (reason !== 'needsApproval' || ask.mayAllowUnseen === true || isSpecial(ask)) return undefined;
  const rule = commonRule(ask);
  if (rule === undefined) return undefined;
  return [sessionId, agentId ?? '', cwd, toolName, risk, inertRule?.text ?? '', rule].join('\n');
}

/** The one rule that would allow this and similar commands for the session. */
export function commonRule({ suggestions }: Pick<QueuedAsk, 'suggestions'>): string | undefined {
  const [rule, ...others] = sessionAnswer(alwaysChoices(suggestions))?.rules ?? [];
  return others.length === 0 ? rule : undefined;
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
