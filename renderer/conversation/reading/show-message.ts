import type { ConversationItem } from '#shared/session/view.ts';
import { seek } from '../../store/sought-place.ts';
import { bringIntoView } from '../find/bring-into-view.ts';

/** Shows a message at the top of the conversation; one that was removed, with what contains it. Returns how to give up. */
export function showMessage(
  scroller: HTMLElement,
  items: readonly ConversationItem[],
  messageId: string,
  onShown: () => void,
): (() => void) | undefined {
  const item = items.find((one) => contains(one, messageId));
  if (!item) return undefined;
  seek({ itemId: item.id, callId: null });
  // What is around an item has no box of its own.
  const place = (id: string) => scroller.querySelector(`[data-item="${CSS.escape(id)}"] > *`);
  const locate = () => place(messageId) ?? place(item.id);
  const giveUp = bringIntoView(scroller, locate, {
    atTop: true,
    onEnd: () => {
      seek(null);
      onShown();
    },
  });
  return () => {
    giveUp();
    seek(null);
  };
}

function contains(item: ConversationItem, id: string): boolean {
  return item.id === id || (item.type === 'rewound' && item.items.some((one) => contains(one, id)));
}
