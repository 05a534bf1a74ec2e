import type { SessionEvent } from './event.ts';
import type { SessionView, TaskRow } from './view.ts';

type TaskEvent = Extract<SessionEvent, { type: 'task.started' | 'task.stalled' | 'task.ended' | 'task.reported' }>;

/** Folds what happens to a command in the background. An unknown one is skipped, and what has ended stays so. */
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
    case 'task.stalled':
      return task.state === 'running' ? { ...task, stalled: event.data.line, unreported: true } : task;
    case 'task.ended': {
      if (task.state !== 'running') return task;
      const { outcome, exitCode, why } = event.data;
      return { ...task, state: outcome, endedAt: event.at, exitCode, why, stalled: undefined, unreported: true };
    }
    case 'task.reported':
      return { ...task, unreported: false };
  }
}
