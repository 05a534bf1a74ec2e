import type { CallRow, SessionView, TaskRow } from '#shared/session/view.ts';
import { callsOf } from '../timeline/calls-of.ts';
import { isLive } from '../timeline/segments.ts';
import type { CallState } from '../ui/status-glyph.tsx';

export type TerminalGroup = 'running' | 'background' | 'done';

export const GROUP_WORDS: Readonly<Record<TerminalGroup, string>> = {
  running: 'Running',
  background: 'In the background',
  done: 'Done',
};

/** A command that has a terminal, or will get one. Its call may be answered while it goes on in the background: then `task` says how it stands. */
export interface TerminalItem {
  /** The call's id. */
  readonly id: string;
  readonly row: CallRow;
  readonly task?: TaskRow | undefined;
  readonly group: TerminalGroup;
  readonly state: CallState;
  readonly failed: boolean;
  readonly exitCode?: number | undefined;
  readonly endedAt?: number | undefined;
}

/** What runs first, then what runs in the background, then what has ended; within a group the newest first. */
export function terminalItems(view: SessionView): readonly TerminalItem[] {
  const tasks = new Map(Object.values(view.tasks).map((task) => [task.callId, task]));
  const items = callsOf(view)
    .filter((row) => row.terminal !== undefined || (row.view.kind === 'command' && row.finishedAt === undefined))
    .map((row) => itemOf(row, tasks.get(row.callId)))
    .toReversed();
  return (['running', 'background', 'done'] as const).flatMap((group) => items.filter((item) => item.group === group));
}

/** The one to show: the chosen one while it is there, else the newest that has a terminal. */
export function shownItem(items: readonly TerminalItem[], chosen: string | null): TerminalItem | undefined {
  return items.find(({ id }) => id === chosen) ?? items.find(({ row }) => row.terminal !== undefined) ?? items[0];
}

/** How it stands in a word or two. */
export function stateWords({ task, exitCode, state }: Pick<TerminalItem, 'task' | 'exitCode' | 'state'>): string {
  if (task?.state === 'running') return task.stalled === undefined ? 'running' : 'waits for an answer';
  if (task?.state === 'stopped' || task?.state === 'lost') return 'stopped';
  if (exitCode !== undefined) return `exit ${exitCode}`;
  return state === 'waiting' ? 'waiting for you' : state;
}

function itemOf(row: CallRow, task: TaskRow | undefined): TerminalItem {
  if (!task) {
    const { exitCode, finishedAt: endedAt, state } = row;
    return {
      id: row.callId,
      row,
      group: isLive(row) ? 'running' : 'done',
      state,
      exitCode,
      endedAt,
      failed: state === 'failed' || (exitCode ?? 0) !== 0,
    };
  }
  return {
    id: row.callId,
    row,
    task,
    group: task.state === 'running' ? 'background' : 'done',
    state: TASK_STATES[task.state],
    exitCode: task.exitCode,
    endedAt: task.endedAt,
    failed: task.state === 'failed',
  };
}

const TASK_STATES = { running: 'running', completed: 'done', failed: 'failed', stopped: 'cancelled', lost: 'cancelled' } as const;
