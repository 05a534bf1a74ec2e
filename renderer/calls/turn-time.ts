import { startsTurn } from '#shared/session/turn-start.ts';
import type { CallRow, SessionView, TurnRow } from '#shared/session/view.ts';
import { type Interval, mergeIntervals, onlyWaitsOf, totalLength, within } from './call-times.ts';

/** How long a turn took. Milliseconds. */
export interface TurnTime {
  /** Without the time in which calls waited for the user and none ran, and without its pauses. */
  readonly took: number;
  readonly waited: number;
}

/**
 * The one number for a turn, wherever it stands: from its message to its end. `rows`: its calls; `to`: its end, or now; `pauses`: when the
 * agent had stopped, until it was told to try again.
 */
export function turnTime(rows: readonly CallRow[], from: number, to: number, pauses: readonly Interval[] = []): TurnTime {
  const whole: Interval = [from, Math.max(from, to)];
  const waits = within(whole, onlyWaitsOf(rows, to));
  const apart = totalLength(mergeIntervals([...waits, ...within(whole, pauses)]));
  return { took: whole[1] - from - apart, waited: totalLength(waits) };
}

/** Between the tries of one message, in order: a model that failed, a turn that was stopped. */
export function pausesBetween(tries: readonly { readonly startedAt: number; readonly endedAt: number }[]): readonly Interval[] {
  return tries.slice(1).flatMap(({ startedAt }, index): Interval[] => {
    const before = tries[index]?.endedAt ?? startedAt;
    return startedAt > before ? [[before, startedAt]] : [];
  });
}

/** How a try ends that the person may repeat. After any other end only something new starts a turn. */
const REPEATED: ReadonlySet<string> = new Set(['failed', 'interrupted', 'stopped']);

/** One that has ended never changes. */
const known = new WeakMap<TurnRow, TurnTime>();

/**
 * The time of a turn that has ended, with the tries of the same message before it. What woke the agent after it had answered or a call
 * was denied, such as a command that ended in the background, is no other try.
 */
export function timeOfTurn(view: Pick<SessionView, 'items' | 'turns' | 'calls' | 'callOrder'>, turn: TurnRow): TurnTime {
  const before = known.get(turn);
  if (before) return before;
  const end = view.items.findLastIndex(({ id }) => id === turn.lastItem);
  const message = view.items.slice(0, end + 1).findLast(startsTurn);
  const said = Math.min(turn.startedAt, message?.at ?? turn.startedAt);
  const all = view.turns.filter(({ endedAt }) => endedAt > said && endedAt <= turn.endedAt);
  const answered = all.slice(0, -1).findLastIndex(({ outcome }) => !REPEATED.has(outcome));
  const tries = all.slice(answered + 1);
  const from = answered < 0 ? said : (tries[0] ?? turn).startedAt;
  const rows = view.callOrder.slice((tries[0] ?? turn).calls[0], turn.calls[1]).flatMap((callId) => view.calls[callId] ?? []);
  const time = turnTime(rows, from, turn.endedAt, pausesBetween(tries));
  known.set(turn, time);
  return time;
}
