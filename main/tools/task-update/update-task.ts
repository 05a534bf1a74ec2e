import { isInCycle } from '#shared/session/task-changes.ts';
import type { ListedTask, TaskList } from '#shared/session/task-list.ts';

export interface TaskUpdate {
  readonly taskId: string;
  readonly status?: ListedTask['status'] | 'deleted' | undefined;
  readonly subject?: string | undefined;
  readonly description?: string | undefined;
  readonly activeForm?: string | undefined;
  readonly addBlocks?: readonly string[] | undefined;
  readonly addBlockedBy?: readonly string[] | undefined;
  readonly owner?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export type UpdatedTasks =
  | {
      readonly ok: true;
      readonly list: TaskList;
      /** Fields whose value changed. */
      readonly fields: readonly string[];
      readonly status?: { readonly from: string; readonly to: string };
    }
  | { readonly ok: false; readonly error: string };

/** Applies an update to the list, all or nothing. `caller` becomes the owner of a task that is started without one. */
export function updateTask(list: TaskList, update: TaskUpdate, caller: string | undefined): UpdatedTasks {
  const { taskId, status, addBlocks = [], addBlockedBy = [] } = update;
  const before = list.tasks.find(({ id }) => id === taskId);
  if (!before) return { ok: false, error: 'Task not found' };
  if (status === 'deleted') return deleteTask(list, before);
  const unknown = [...addBlocks, ...addBlockedBy].find((id) => !list.tasks.some((task) => task.id === id));
  if (unknown !== undefined) return { ok: false, error: `There is no task #${unknown}.` };
  const after = changed(before, update, caller);
  const tasks = list.tasks.map((task) => {
    const now = task.id === taskId ? after : task;
    return addBlocks.includes(task.id) ? blockedAlsoBy(now, [taskId]) : now;
  });
  if (isInCycle(tasks, taskId)) return { ok: false, error: `Task #${taskId} would wait for itself. Nothing was changed.` };
  const blocks = addBlocks.some((id) => !list.tasks.some((task) => task.id === id && task.blockedBy.includes(taskId)));
  return {
    ok: true,
    list: { ...list, tasks },
    fields: [...changedFields(before, after), ...(blocks ? ['blocks'] : [])],
    ...(after.status !== before.status && { status: { from: before.status, to: after.status } }),
  };
}

function deleteTask(list: TaskList, { id, status }: ListedTask): UpdatedTasks {
  const others = list.tasks.filter((task) => task.id !== id);
  const tasks = others.map((task) =>
    task.blockedBy.includes(id) ? { ...task, blockedBy: task.blockedBy.filter((blocker) => blocker !== id) } : task,
  );
  return { ok: true, list: { ...list, tasks }, fields: ['deleted'], status: { from: status, to: 'deleted' } };
}

function changed(task: ListedTask, update: TaskUpdate, caller: string | undefined): ListedTask {
  const { status = task.status, subject = task.subject, description = task.description, addBlockedBy = [] } = update;
  const activeForm = update.activeForm ?? task.activeForm;
  const owner = update.owner ?? task.owner ?? (update.status === 'in_progress' ? caller : undefined);
  const metadata = mergedMetadata(task.metadata, update.metadata);
  return blockedAlsoBy(
    {
      id: task.id,
      subject: subject.trim(),
      description,
      status: status === 'deleted' ? task.status : status,
      blockedBy: task.blockedBy,
      ...(activeForm !== undefined && activeForm !== '' && { activeForm }),
      ...(owner !== undefined && owner !== '' && { owner }),
      ...(metadata && { metadata }),
    },
    addBlockedBy,
  );
}

/** A key with the value `null` is removed. */
function mergedMetadata(
  before: ListedTask['metadata'],
  changes: Readonly<Record<string, unknown>> | undefined,
): ListedTask['metadata'] | undefined {
  if (!changes) return before;
  const entries = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function blockedAlsoBy(task: ListedTask, ids: readonly string[]): ListedTask {
  return ids.length === 0 ? task : { ...task, blockedBy: [...new Set([...task.blockedBy, ...ids])] };
}

function changedFields(before: ListedTask, after: ListedTask): string[] {
  const fields = ['status', 'subject', 'description', 'activeForm', 'owner', 'metadata', 'blockedBy'] as const;
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}
