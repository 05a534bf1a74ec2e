import type { SessionEvent } from '../event.ts';
import type { SessionView, TaskRow } from '../view.ts';
import { silentSince } from './silent-since.ts';

type TaskEvent = Extract<
  SessionEvent,
  { type: 'task.started' | 'task.printed' | 'task.stalled' | 'task.continued' | 'task.ended' | 'task.reported' }
>;

/** Maximum lines kept for an agent that is busy. */
const MAX_UNREAD_LINES = 100;

/** Folds an event of a background command. Ignores unknown commands and those that have ended. */
export function applyToTask(view: SessionView, event: TaskEvent): void {
  const { taskId } = event.data;
  const task = view.tasks[taskId];
  const changed = event.type === 'task.started' ? started(event, task) : task && change(task, event);
  if (changed) view.tasks = { ...view.tasks, [taskId]: changed };
}

function started({ data, at, agentId }: Extract<TaskEvent, { type: 'task.started' }>, known: TaskRow | undefined): TaskRow {
  const { why: _why, ...rest } = data;
  return known ?? { ...rest, ...(agentId !== undefined && { agentId }), state: 'running', startedAt: at, unreported: false };
}

function change(task: TaskRow, event: Exclude<TaskEvent, { type: 'task.started' }>): TaskRow {
  switch (event.type) {
    case 'task.printed':
      return { ...task, printed: printedAfter(task.printed, event.data), unreported: true };
    case 'task.stalled':
      if (task.state !== 'running') return task;
      return {
        ...task,
        stalled: event.data.line,
        stalledAt: task.stalledAt ?? silentSince(event, task.startedAt),
        unreported: task.unreported || event.data.again !== true,
      };
    case 'task.continued':
      return { ...task, stalled: undefined, stalledAt: undefined };
    case 'task.ended': {
      if (task.state !== 'running') return task;
      const { outcome, exitCode, why } = event.data;
      return { ...task, state: outcome, endedAt: event.at, exitCode, why, stalled: undefined, stalledAt: undefined, unreported: true };
    }
    case 'task.reported':
      return { ...task, unreported: false, printed: undefined };
  }
}

/** Keeps the newest lines: a watcher needs the current state. */
function printedAfter(before: TaskRow['printed'], { lines, dropped }: NonNullable<TaskRow['printed']>): NonNullable<TaskRow['printed']> {
  const all = [...(before?.lines ?? []), ...lines];
  const kept = all.slice(-MAX_UNREAD_LINES);
  return { lines: kept, dropped: (before?.dropped ?? 0) + dropped + all.length - kept.length };
}
