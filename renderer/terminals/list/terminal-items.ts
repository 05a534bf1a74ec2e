import type { ShellRow } from '#shared/contract/commands/terminal-commands.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { CallRow, SessionView, TaskRow } from '#shared/session/view.ts';
import { INTERRUPTED } from '#shared/session/interrupted.ts';
import { callsOf } from '../../calls/calls-of.ts';
import { type Turn, turnAt, turnsIn } from '../../calls/turns.ts';
import { isLive } from '../../calls/call-times.ts';
import type { CallState, GlyphState } from '../../ui/display/status-glyph.tsx';
import { stateWord } from '../../ui/words.ts';
import { words } from '../words.ts';

export type TerminalGroup = 'yours' | 'running' | 'background' | 'done';

export const GROUP_WORDS: Readonly<Record<TerminalGroup, string>> = {
  yours: words.yours,
  running: words.running,
  background: words.inBackground,
  done: words.done,
};

/**
 * A command that has or will get a terminal. `task` is its state if it continues in the background after its call was answered. Or the
 * user's own shell: then there is no call.
 */
export interface TerminalItem {
  /** The call's ID, or the terminal's for the user's own shell. */
  readonly id: string;
  readonly title: string;
  readonly call?: CallRow | undefined;
  readonly terminal?: TerminalRecord | undefined;
  readonly live: boolean;
  readonly startedAt?: number | undefined;
  readonly task?: TaskRow | undefined;
  readonly group: TerminalGroup;
  readonly state: CallState;
  readonly failed: boolean;
  readonly exitCode?: number | undefined;
  /** The turn in which it was started, where there are several. */
  readonly turn?: Turn | undefined;
  readonly endedAt?: number | undefined;
}

/** The title of a list of items: what they do, or for those that ended, the message of their turn. */
export function headingOf({ group, turn }: Pick<TerminalItem, 'group' | 'turn'>): string {
  return group === 'done' && turn !== undefined && turn.text !== '' ? turn.text : GROUP_WORDS[group];
}

/** The user's own shells, then running, background and ended commands; newest first within a group. */
export function terminalItems(view: SessionView, shells: readonly ShellRow[]): readonly TerminalItem[] {
  const tasks = new Map(Object.values(view.tasks).map((task) => [task.callId, task]));
  const turns = turnsIn(view);
  const items = callsOf(view)
    .filter((row) => row.terminal !== undefined || (row.view.kind === 'command' && row.finishedAt === undefined))
    .map((row) => ({ ...itemOf(row, tasks.get(row.callId)), ...(turns.length > 1 && { turn: turns[turnAt(turns, row.queuedAt)] }) }))
    .toReversed();
  const commands = (['running', 'background', 'done'] as const).flatMap((group) => items.filter((item) => item.group === group));
  return [...shells.map(shellItem), ...commands];
}

/** The chosen one if it still exists, else the newest command with a terminal. */
export function shownItem(items: readonly TerminalItem[], chosen: string | null): TerminalItem | undefined {
  return items.find(({ id }) => id === chosen) ?? items.find(({ call, terminal }) => call && terminal) ?? items[0];
}

/** The state in a word or two. */
export function stateWords({
  call,
  live,
  task,
  exitCode,
  state,
  startedAt,
}: Pick<TerminalItem, 'call' | 'live' | 'task' | 'exitCode' | 'state' | 'startedAt'>): string {
  if (!call && exitCode === undefined) return live ? 'open' : 'ended';
  if (task?.state === 'running') return task.stalled === undefined ? 'running' : words.waitsForInput;
  if (task?.state === 'stopped' || task?.state === 'lost') return 'stopped';
  if (exitCode !== undefined) return words.exit(exitCode);
  return state === 'waiting' ? words.waitingForYou : stateWord({ state, startedAt }).toLowerCase();
}

/** A person's shell is open: that it runs says nothing of whether it works. */
export function glyphOf({ call, live, state }: Pick<TerminalItem, 'call' | 'live' | 'state'>): GlyphState {
  return !call && live ? 'open' : state;
}

/** The glyph in words. */
export function glyphWord(item: Pick<TerminalItem, 'call' | 'live' | 'state' | 'startedAt'>): string {
  return glyphOf(item) === 'open' ? words.openShell : stateWord(item);
}

function itemOf(row: CallRow, task: TaskRow | undefined): TerminalItem {
  if (!task) {
    const { finishedAt: endedAt } = row;
    const isStopped = row.view.outcome === INTERRUPTED;
    const exitCode = isStopped ? undefined : row.exitCode;
    const state = isStopped ? 'cancelled' : row.state;
    return {
      id: row.callId,
      ...ofCall(row),
      live: isLive(row),
      group: isLive(row) ? 'running' : 'done',
      state,
      exitCode,
      endedAt,
      failed: state === 'failed' || (exitCode ?? 0) !== 0,
    };
  }
  return {
    id: row.callId,
    ...ofCall(row),
    live: task.state === 'running',
    task,
    group: task.state === 'running' ? 'background' : 'done',
    state: TASK_STATES[task.state],
    exitCode: task.exitCode,
    endedAt: task.endedAt,
    failed: task.state === 'failed',
  };
}

function ofCall(row: CallRow): Pick<TerminalItem, 'call' | 'title' | 'terminal' | 'startedAt'> {
  return { call: row, title: row.view.summary, terminal: row.terminal, startedAt: row.startedAt };
}

function shellItem({ terminalId, title, startedAt, endedAt, exitCode }: ShellRow): TerminalItem {
  const live = endedAt === null;
  return {
    id: terminalId,
    title,
    // Until fitted to its element.
    terminal: { terminalId, path: '', cols: 80, rows: 24 },
    live,
    startedAt,
    group: 'yours',
    state: live ? 'running' : 'done',
    failed: false,
    ...(exitCode !== null && { exitCode }),
    ...(endedAt !== null && { endedAt }),
  };
}

const TASK_STATES = { running: 'running', completed: 'done', failed: 'failed', stopped: 'cancelled', lost: 'cancelled' } as const;
