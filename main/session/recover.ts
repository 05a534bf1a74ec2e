import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
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
 * The terminals of calls and background commands that were running when Gatehouse was killed, this time or an earlier one: what they
 * started may still live.
 */
export function* lostTerminals(events: readonly SessionEvent[]): Steps<string[]> {
  const lost = new Set<string>();
  const lostTasks = new Set<string>();
  for (const event of events) {
    if (event.type === 'call.finished' && event.data.content === LOST) lost.add(event.data.callId);
    if (event.type === 'task.ended' && event.data.outcome === 'lost') lostTasks.add(event.data.taskId);
    yield;
  }
  const terminals: string[] = [];
  if (lost.size + lostTasks.size === 0) return terminals;
  for (const event of events) {
    yield;
    if (event.type === 'task.started' && lostTasks.has(event.data.taskId)) terminals.push(event.data.terminal.terminalId);
    if (event.type !== 'call.started' && event.type !== 'call.terminal') continue;
    if (event.data.terminal && lost.has(event.data.callId)) terminals.push(event.data.terminal.terminalId);
  }
  return terminals;
}

/** Hooks that were running when Gatehouse was killed, this time or an earlier one: their processes may still live. */
export function* lostHooks(events: readonly SessionEvent[]): Steps<string[]> {
  const lost: string[] = [];
  for (const event of events) {
    if (event.type === 'hook.ran' && event.data.outcome === 'lost') lost.push(event.data.runId);
    yield;
  }
  return lost;
}
