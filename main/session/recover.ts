import type { EventBody, NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldingSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import { closingEvents, type ClosingTexts } from './closing-events.ts';
import type { SessionLog } from './log.ts';
import { lastSign } from './sign-of-life.ts';

const LOST = 'Gatehouse stopped before this call ended. It may have had some of its effects: check before you repeat it.';

const STOPPED: ClosingTexts = {
  what: 'Gatehouse stopped',
  lost: LOST,
  notStarted: 'Gatehouse stopped before this call was started. It did nothing.',
  hook: 'Gatehouse stopped before this hook ended.',
  task: 'Gatehouse stopped before it ended.',
  turn: { outcome: 'interrupted', error: 'Gatehouse stopped before this turn ended.' },
};

/**
 * Closes what the last process left unfinished, so that every call has a result, and records that this one resumed the session. Returns the
 * view of the log including that.
 */
export function recoverSession(log: SessionLog): SessionView {
  return atOnce(recoveringSession(log));
}

/** `recoverSession` in steps. */
export function* recoveringSession(log: SessionLog): Steps<SessionView> {
  const view = yield* foldingSession(log.events);
  const closing = yield* closingEvents({ events: log.events, view, words: STOPPED });
  const append = (event: NewSessionEvent, at?: number): void => applyEvent(view, log.append(event, at));
  // Nothing ran while Gatehouse didn't, which may have been for days.
  const stoppedAt = lastSignOfLife(log);
  for (const event of closing) append(event, stoppedAt);
  append({ type: 'session.resumed', data: { pid: process.pid, ...(closing.length > 0 && { closed: closing.length }) } });
  if (log.damagedLines > 0) {
    const text = `${log.damagedLines} ${log.damagedLines === 1 ? 'line' : 'lines'} of this session’s log could not be read and were left out.`;
    append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
  }
  return view;
}

/** The last time at which the process before this one is known to have run. */
function lastSignOfLife({ sessionDir, events }: SessionLog): number {
  const now = Date.now();
  return Math.max(events.at(-1)?.at ?? now, Math.min(lastSign(sessionDir), now));
}

/**
 * The terminals whose processes may still be running when a session is resumed: all of its own, as a finished command may have left a job
 * running, and of a history shared with another session those of calls that were cut off. The rest belongs to that other session, which may
 * be running.
 */
export function* leftTerminals(events: readonly SessionEvent[]): Steps<string[]> {
  const lost = new Set<string>();
  const lostTasks = new Set<string>();
  let lastShared = 0;
  for (const event of events) {
    if (event.type === 'session.created') lastShared = lastSharedOf(event.data);
    if (event.type === 'call.finished' && event.data.content === LOST) lost.add(event.data.callId);
    if (event.type === 'task.ended' && event.data.outcome === 'lost') lostTasks.add(event.data.taskId);
    yield;
  }
  const terminals: string[] = [];
  for (const event of events) {
    yield;
    const own = event.seq > lastShared;
    if (event.type === 'task.started' && (own || lostTasks.has(event.data.taskId))) terminals.push(event.data.terminal.terminalId);
    if (event.type !== 'call.started' && event.type !== 'call.terminal') continue;
    if (event.data.terminal && (own || lost.has(event.data.callId))) terminals.push(event.data.terminal.terminalId);
  }
  return terminals;
}

/** The hook runs whose processes may still be running; the counterpart of `leftTerminals`. */
export function* leftHooks(events: readonly SessionEvent[]): Steps<string[]> {
  const left: string[] = [];
  let lastShared = 0;
  for (const event of events) {
    if (event.type === 'session.created') lastShared = lastSharedOf(event.data);
    if (event.type === 'hook.ran' && (event.seq > lastShared || event.data.outcome === 'lost')) left.push(event.data.runId);
    yield;
  }
  return left;
}

/** Sequence number of the last event a fork shares with its source session. */
function lastSharedOf({ origin }: EventBody<'session.created'>): number {
  return origin ? (origin.lastShared ?? Infinity) : 0;
}
