import { foldSession } from '#shared/session/fold.ts';
import type { SessionLog } from './log.ts';

const LOST = 'Gatehouse stopped before this call ended. It may have had some of its effects: look before you do it again.';
const NEVER_RAN = 'Gatehouse stopped before this call was started. It did nothing.';

/** Closes what a process that died left open, so that every call has its answer and the session can go on. */
export function recoverSession(log: SessionLog): void {
  const view = foldSession(log.events);
  for (const callId of view.callOrder) {
    const call = view.calls[callId];
    if (!call || call.finishedAt !== undefined) continue;
    const ask = view.asks.find((pending) => pending.callId === callId);
    if (ask) log.append({ type: 'call.answered', data: { askId: ask.askId, callId, answer: { type: 'withdrawn', why: 'Gatehouse stopped.' }, by: 'interrupt' } });
    const text = call.startedAt === undefined ? NEVER_RAN : LOST;
    log.append({
      type: 'call.finished',
      data: { callId, outcome: 'cancelled', isError: true, content: text, view: { ...call.view, outcome: 'Gatehouse stopped' }, spans: [], errorKind: 'crashed' },
    });
  }
  if (view.request) log.append({ type: 'request.ended', data: { requestId: view.request.requestId, outcome: 'aborted', stopReason: null, usage: null, error: 'Gatehouse stopped.' } });
  if (view.turn) log.append({ type: 'turn.ended', data: { turnId: view.turn.turnId, outcome: 'interrupted', error: 'Gatehouse stopped before this turn ended.' } });
}
