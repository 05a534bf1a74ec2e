import type { WindowState } from '../../store/app-store.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';

/** The response of the model that asks; `undefined` where the window doesn’t know it. */
export function responseOf({ sessions }: Pick<WindowState, 'sessions'>, { sessionId, callId }: QueuedAsk): string | undefined {
  const requestId = sessions[sessionId]?.view.calls[callId]?.requestId;
  return requestId === undefined ? undefined : `${sessionId}/${requestId}`;
}
