import type { ListedTask, TaskList } from './task-list.ts';

export const NO_TASKS: TaskList = { tasks: [], lastId: 0 };

/** A change of the task list: new and changed tasks, complete, and the ids of deleted ones. */
export interface TaskListChange {
  readonly put: readonly ListedTask[];
  readonly deleted: readonly string[];
}

export function changedTasks({ tasks, lastId }: TaskList, { put, deleted }: TaskListChange): TaskList {
  const gone = new Set(deleted);
  const changed = new Map(put.map((task) => [task.id, task]));
  const kept = tasks.filter(({ id }) => !gone.has(id)).map((task) => changed.get(task.id) ?? task);
  const known = new Set(tasks.map(({ id }) => id));
  const added = put.filter(({ id }) => !known.has(id) && !gone.has(id));
  return { tasks: [...kept, ...added].toSorted(byNumber), lastId: Math.max(lastId, ...put.map(({ id }) => Number(id) || 0)) };
}

/** The change from `before` to `after`; `undefined` if they are equal. */
export function taskListChange(before: TaskList, after: TaskList): TaskListChange | undefined {
  const was = new Map(before.tasks.map((task) => [task.id, task]));
  const ids = new Set(after.tasks.map(({ id }) => id));
  const put = after.tasks.filter((task) => JSON.stringify(task) !== JSON.stringify(was.get(task.id)));
  const deleted = before.tasks.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  return put.length === 0 && deleted.length === 0 ? undefined : { put, deleted };
}

/** The ids of the tasks that wait for this one. */
export function blocksOf(tasks: readonly ListedTask[], id: string): string[] {
  return tasks.filter(({ blockedBy }) => blockedBy.includes(id)).map((task) => task.id);
}

/** The ids of the tasks it still waits for: completed and deleted ones block nothing. */
export function openBlockers(tasks: readonly ListedTask[], { blockedBy }: ListedTask): string[] {
  return blockedBy.filter((id) => tasks.some((task) => task.id === id && task.status !== 'completed'));
}

/** Whether `id` waits for itself, directly or through others. */
export function isInCycle(tasks: readonly ListedTask[], id: string): boolean {
  const blockersOf = new Map(tasks.map((task) => [task.id, task.blockedBy]));
  const seen = new Set<string>();
  const open = [...(blockersOf.get(id) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === id) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(blockersOf.get(next) ?? []));
  }
  return false;
}

function byNumber(a: ListedTask, b: ListedTask): number {
  return Number(a.id) - Number(b.id);
}
