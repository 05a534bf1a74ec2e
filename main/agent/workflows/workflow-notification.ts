import type { WorkflowRow } from '#shared/session/view.ts';
import { contained } from '../background/task-notification.ts';

/** Longest result in a notification, in characters; the file has all of it. */
const MAX_RESULT_CHARS = 32_000;

/** One sentence on how it ended, without a full stop. */
export function workflowSentence({ name, state, error }: WorkflowRow): string {
  const why = error === undefined ? '' : `: ${error.replace(/\.$/u, '')}`;
  switch (state) {
    case 'running':
      return `Workflow “${name}” still runs`;
    case 'completed':
      return `Workflow “${name}” completed`;
    case 'failed':
      return `Workflow “${name}” failed${why}`;
    case 'stopped':
      return `Workflow “${name}” was stopped${why}`;
    case 'lost':
      return `Workflow “${name}” was ended, because Gatehouse stopped`;
  }
}

/** Notification for the model. The script's result is escaped so that it can't close the element. */
export function workflowNotification(row: WorkflowRow, result: string): string {
  const { runId, state, outputFile } = row;
  const rest = result.length - MAX_RESULT_CHARS;
  const shown = rest > 0 ? `${result.slice(0, MAX_RESULT_CHARS).toWellFormed()}\n[${rest} more characters: ${outputFile}]` : result;
  return [
    '<task-notification>',
    `<task-id>${runId}</task-id>`,
    `<status>${state === 'lost' ? 'stopped' : state}</status>`,
    `<summary>${contained(workflowSentence(row))}.</summary>`,
    ...(state === 'completed'
      ? [`<output-file>${outputFile}</output-file>`, `<result>\n${contained(shown)}\n</result>`]
      : [`<result>\nTo go on from where it ended, call Workflow with resumeFromRunId “${runId}”, if the user wants that.\n</result>`]),
    '</task-notification>',
  ].join('\n');
}
