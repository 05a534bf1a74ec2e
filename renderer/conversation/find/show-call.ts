import type { SessionView } from '#shared/session/view.ts';
import { seek } from '../../store/sought-place.ts';
import { bringIntoView } from './bring-into-view.ts';

/** Shows a call in the conversation, in its fold; a call of a sub-agent by the call that started the agent. Returns how to give up. */
export function showCall(scroller: HTMLElement, { items, calls }: Pick<SessionView, 'items' | 'calls'>, callId: string): () => void {
  const own = ownCall(calls, callId);
  const item = items.find((one) => one.type === 'call' && one.callId === own);
  if (!item) return () => undefined;
  seek({ itemId: item.id, callId: own });
  const done = (): void => seek(null);
  const giveUp = bringIntoView(scroller, () => scroller.querySelector(`[data-call="${CSS.escape(own)}"]`), { onEnd: done });
  return () => {
    giveUp();
    done();
  };
}

/** The call of the main agent under which a call runs. */
function ownCall(calls: SessionView['calls'], callId: string): string {
  const seen = new Set<string>();
  let at = callId;
  for (let parent = calls[at]?.parentCallId; parent !== undefined && !seen.has(parent); parent = calls[at]?.parentCallId) {
    seen.add(at);
    at = parent;
  }
  return at;
}
