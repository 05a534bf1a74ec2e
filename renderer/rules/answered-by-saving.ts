import { isQueued, queuedAsks, type QueuedAsk } from '../store/queued-asks.ts';
import { useWindow } from '../store/app-store.ts';

/** How long it is looked for what saved rules answer. Milliseconds. */
const WITHIN = 5000;

/** What waits before an answer is given that saves rules, without what that answers. */
export interface Waiting {
  /** Calls back with how many of it the saved rules have answered, each time that there are more. */
  readonly follow: (onMore: (count: number) => void) => void;
}

/** `isAnswered`: whether this window has answered the request. */
export function waitingBesides(isAnswered: (askId: string) => boolean): Waiting {
  const others = queuedAsks(useWindow.getState()).filter(({ askId }) => !isAnswered(askId));
  const settled = (ask: QueuedAsk): boolean => !isQueued(ask) && !isAnswered(ask.askId) && isAllowed(ask);
  return {
    follow: (onMore) => {
      let last = 0;
      const check = () => {
        const count = others.filter(settled).length;
        if (count > last) onMore(count);
        last = Math.max(last, count);
      };
      check();
      const unsubscribe = useWindow.subscribe(check);
      setTimeout(unsubscribe, WITHIN);
    },
  };
}

/** Whether its call goes on. */
function isAllowed({ sessionId, callId }: QueuedAsk): boolean {
  const state = useWindow.getState().sessions[sessionId]?.view.calls[callId]?.state;
  return state === 'queued' || state === 'running' || state === 'done' || state === 'failed';
}
