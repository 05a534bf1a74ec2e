import { useEffect, useEffectEvent } from 'react';
import { useWindow } from '../../store/app-store.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';

/** Shows the request of a waiting call when the call is selected, in the conversation or the timeline. */
export function useSelectedAsk(asks: readonly QueuedAsk[], sessionId: string, show: (askId: string) => void): void {
  const callId = useWindow((state) => state.selectedCallId);
  const selected = useEffectEvent((wanted: string) => {
    const ask = asks.find((one) => one.callId === wanted && one.sessionId === sessionId);
    if (ask) show(ask.askId);
  });
  useEffect(() => {
    if (callId !== null) selected(callId);
  }, [callId]);
}
