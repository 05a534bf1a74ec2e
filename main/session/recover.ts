import type { EventBody, NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldingSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import { closingEvents, type ClosingWords } from './closing-events.ts';
import type { SessionLog } from './log.ts';

const LOST = 'Gatehouse stopped before this call ended. It may have had some of its effects: look before you do it again.';

const STOPPED: ClosingWords = {
  what: 'Gatehouse stopped',
  lost: LOST,
  neverRan: 'Gatehouse stopped before this call was started. It did nothing.',
  hook: 'Gatehouse stopped before this hook ended.',
  task: 'Gatehouse stopped before it ended.',
  turn: { outcome: 'interrupted', error: 'Gatehouse stopped before this turn ended.' },
};

/**
 * Notes that this process took the session up and closes what the last one left open, so that every call has its answer. Returns the view of
 * all that is in the log then.
 */
export function recoverSession(log: SessionLog): SessionView {
  return atOnce(recoveringSession(log));
}

/** As `recoverSession`. */
export function* recoveringSession(log: SessionLog): Steps<SessionView> {
  const view = yield* foldingSession(log.events);
  const closing = yield* closingEvents({ events: log.events, view, words: STOPPED });
  const append = (event: NewSessionEvent): void => applyEvent(view, log.append(event));
  append({ type: 'session.resumed', data: { pid: process.pid } });
  for (const event of closing) append(event);
  if (log.damagedLines > 0) {
    const text = `${log.damagedLines} ${log.damagedLines === 1 ? 'line' : 'lines'} of this session's log could not be read and were left out.`;
    append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
  }
  return view;
}

/**
 * The terminals whose processes may still live when a session is taken up: all that it opened itself, since a command that has ended may
 * have left a job behind, and of a past it shares with another session those of calls that were cut off. The rest of a shared past
 * belongs to that session, which may be at work.
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

/** The runs of hooks whose processes may still live, as `leftTerminals` does for commands. */
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

/** The number of the last event that a fork shares with the session it came from. */
function lastSharedOf({ origin }: EventBody<'session.created'>): number {
  return origin ? (origin.lastShared ?? Infinity) : 0;
}
