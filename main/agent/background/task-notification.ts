import { withoutOwnTags } from '#main/tool/own-tags.ts';
import type { AgentReport } from '#main/tool/services/agents.ts';
import type { TaskRow } from '#shared/session/view.ts';
import { shorten } from '#shared/shorten.ts';

const MAX_NAME_CHARS = 120;

/** Display name: the description, or else the command. */
export function commandName({ description, command }: Pick<TaskRow, 'description' | 'command'>): string {
  const name = (description === '' ? command : description).replaceAll(/\s+/gu, ' ').trim();
  return shorten(name, MAX_NAME_CHARS);
}

/** One sentence on how the command ended, without a full stop. */
export function commandSentence(row: TaskRow): string {
  const name = `${row.watches ? 'Monitor' : 'Background command'} “${commandName(row)}”`;
  switch (row.state) {
    case 'running':
      return `${name} still runs`;
    case 'completed':
      return `${name} completed (exit code 0)`;
    case 'failed':
      return row.exitCode === undefined ? `${name} was ended by a signal` : `${name} failed with exit code ${row.exitCode}`;
    case 'stopped':
      return `${name} was stopped: ${(row.why ?? 'no reason was given').replace(/\.$/u, '')}`;
    case 'lost':
      return `${name} was ended, because Gatehouse stopped`;
  }
}

export function stalledSentence(row: Pick<TaskRow, 'description' | 'command'>, line: string): string {
  return `Background command “${commandName(row)}” seems to wait for an answer to “${line.slice(0, 200).toWellFormed()}”`;
}

export function printedSentence(
  row: Pick<TaskRow, 'description' | 'command'>,
  { lines, dropped }: NonNullable<TaskRow['printed']>,
): string {
  const count = lines.length + dropped;
  return `Monitor “${commandName(row)}” printed ${count === 1 ? '1 line' : `${String(count)} lines`}`;
}

/**
 * Notification for the model. Output stays in the command's file, except the lines of a watched command; names, questions and lines
 * are escaped so that they can't close the element.
 */
export function commandNotification(row: TaskRow): string {
  const waits = row.state === 'running' && row.stalled !== undefined;
  const { printed } = row;
  const status = row.state === 'lost' ? 'stopped' : waits ? 'waiting' : row.state;
  return [
    '<task-notification>',
    `<task-id>${row.taskId}</task-id>`,
    `<status>${status}</status>`,
    `<summary>${contained(summaryOf(row))}</summary>`,
    `<output-file>${row.outputFile}</output-file>`,
    ...(printed ? [`<event>\n${contained(printedText(printed))}\n</event>`] : []),
    '</task-notification>',
  ].join('\n');
}

function summaryOf(row: TaskRow): string {
  const { state, stalled, printed } = row;
  if (state !== 'running') return `${commandSentence(row)}.`;
  if (stalled !== undefined)
    return `${stalledSentence(row, stalled)}. It may hang for good: stop it with TaskStop and run it so that it asks nothing, or leave the answer to the user.`;
  return printed ? `${printedSentence(row, printed)}.` : `${commandSentence(row)}.`;
}

function printedText({ lines, dropped }: NonNullable<TaskRow['printed']>): string {
  return [...lines, ...(dropped > 0 ? [`[${String(dropped)} more lines: see the output file]`] : [])].join('\n');
}

/** Maximum length of a report in a notification, in characters; the file has all of it. */
const MAX_RESULT_CHARS = 32_000;

const ENDED: Readonly<Record<AgentReport['outcome'], string>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'was stopped',
  max_turns: 'used up its requests',
};

/** Sentence for people on how a background agent ended. */
export function endedSentence(description: string, { outcome, error }: Pick<AgentReport, 'outcome' | 'error'>): string {
  return `Agent “${description}” ${ENDED[outcome]}${error === undefined ? '' : `: ${error}`}`;
}

/** Notifies the parent's model how a background agent ended. The report is escaped so that it can't close the element. */
export function taskNotification(description: string, report: AgentReport, outputFile: string): string {
  const { agentId, outcome, text, totalTokens, totalToolUseCount, totalDurationMs, worktree } = report;
  const cut = text.length > MAX_RESULT_CHARS;
  const result = cut
    ? `${text.slice(0, MAX_RESULT_CHARS).toWellFormed()}\n[${text.length - MAX_RESULT_CHARS} more characters: ${outputFile}]`
    : text;
  return [
    '<task-notification>',
    `<task-id>${agentId}</task-id>`,
    `<status>${outcome}</status>`,
    `<summary>${contained(endedSentence(description, report))}</summary>`,
    `<output-file>${outputFile}</output-file>`,
    ...(worktree
      ? [`<worktree>${contained(worktree.path)}${worktree.branch === undefined ? '' : ` (branch ${worktree.branch})`}</worktree>`]
      : []),
    `<result>\n${contained(result)}\n</result>`,
    `<usage>total_tokens: ${totalTokens}, tool_uses: ${totalToolUseCount}, duration_ms: ${totalDurationMs}</usage>`,
    '</task-notification>',
  ].join('\n');
}

/** Escapes text so that it can't close the surrounding element. */
export function contained(text: string): string {
  return withoutOwnTags(text, ['task-id', 'status', 'summary', 'output-file', 'worktree', 'result', 'event', 'usage']);
}

/** The field of events about a command that names the sub-agent it belongs to. */
export function ownedBy({ agentId }: TaskRow): { readonly agentId?: string } {
  return agentId === undefined ? {} : { agentId };
}
