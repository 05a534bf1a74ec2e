import { readVariable } from '#main/environment.ts';
import type { ListedTask } from '#shared/session/task-list.ts';
import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { type ToolDeps, toolEnv } from './tool-deps.ts';

export const MAX_TASKS = 500;
export const MAX_SUBJECT_CHARS = 500;
export const MAX_DESCRIPTION_CHARS = 20_000;
export const MAX_METADATA_CHARS = 20_000;

/** Whether sessions have a task list; otherwise they have TodoWrite. */
export function hasTaskList(deps: Pick<ToolDeps, 'env'>): boolean {
  return readVariable(toolEnv(deps), 'CLAUDE_CODE_ENABLE_TASKS');
}

/** "#3 [in_progress] Run the tests (reviewer) [blocked by #1, #2]". `blockedBy`: those that are still open. */
export function taskLine(task: Pick<ListedTask, 'id' | 'subject' | 'status' | 'owner' | 'blockedBy'>): string {
  const blockers = task.blockedBy.map((id) => `#${id}`).join(', ');
  const owner = task.owner === undefined ? '' : ` (${task.owner})`;
  return `#${task.id} [${task.status}] ${task.subject}${owner}${blockers === '' ? '' : ` [blocked by ${blockers}]`}`;
}

/** Tasks as a checklist. */
export function taskSteps(tasks: readonly Pick<ListedTask, 'id' | 'subject' | 'status'>[]): ToolViewDetail {
  const todos = tasks.map(({ id, subject, status }) => ({ content: `#${id} ${subject}`, status, activeForm: subject }));
  return { type: 'todos', todos };
}

/** Why the texts of a task can't be saved; `undefined` if they can. */
export function taskTextProblem(task: {
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly activeForm?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}): string | undefined {
  const { subject, description = '', activeForm = '', metadata } = task;
  if (subject?.trim() === '') return 'subject is empty.';
  if ((subject ?? '').length > MAX_SUBJECT_CHARS || activeForm.length > MAX_SUBJECT_CHARS)
    return `subject and activeForm may have ${MAX_SUBJECT_CHARS} characters at most. Put the rest into description.`;
  if (description.length > MAX_DESCRIPTION_CHARS) return `description may have ${MAX_DESCRIPTION_CHARS} characters at most.`;
  if (metadata && JSON.stringify(metadata).length > MAX_METADATA_CHARS)
    return `metadata may have ${MAX_METADATA_CHARS} characters of JSON at most.`;
  return undefined;
}
