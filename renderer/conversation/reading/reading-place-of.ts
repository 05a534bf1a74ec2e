import { startsTurn } from '#shared/session/turn-start.ts';
import type { ConversationItem } from '#shared/session/view.ts';
import type { ReadingPlace } from '../../store/reading-place.ts';

/** What is above this share of the view counts as read. */
const READ_TO = 1 / 3;

/** The place that is read: the last message and call above a line in the view. At the end it is the last turn, whatever is new there. */
export function readingPlace(
  scroller: HTMLElement,
  items: readonly ConversationItem[],
  atEnd: boolean,
): Pick<ReadingPlace, 'messageId' | 'callId' | 'atEnd'> {
  if (atEnd) return { messageId: items.findLast(startsTurn)?.id ?? null, callId: null, atEnd };
  const parts = [...scroller.querySelectorAll<HTMLElement>('[data-item]:not(:empty), [data-call]')];
  const line = scroller.getBoundingClientRect().top + scroller.clientHeight * READ_TO;
  const last = lastAbove(parts, line);
  const messages = new Set(messageIds(items));
  let callId: string | null = null;
  for (const part of parts.slice(0, last + 1).toReversed()) {
    const { item, call } = part.dataset;
    if (item !== undefined && messages.has(item)) return { messageId: item, callId, atEnd };
    callId ??= call ?? null;
  }
  // Its message is further up than what is rendered.
  const first = parts.find(({ dataset }) => dataset['item'] !== undefined)?.dataset['item'];
  const before = items.slice(
    0,
    Math.max(
      0,
      items.findIndex(({ id }) => id === first),
    ),
  );
  return { messageId: before.findLast(startsTurn)?.id ?? null, callId, atEnd };
}

/** The position of the last part that begins above a line; they are in order, so few have to be measured. */
function lastAbove(parts: readonly HTMLElement[], line: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (topOf(parts[middle]) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What is around an item has no box of its own. */
function topOf(part: HTMLElement | undefined): number {
  const box = part?.dataset['item'] === undefined ? part : part.firstElementChild;
  return box?.getBoundingClientRect().top ?? 0;
}

function messageIds(items: readonly ConversationItem[]): string[] {
  return items.flatMap((item) => (item.type === 'rewound' ? messageIds(item.items) : startsTurn(item) ? [item.id] : []));
}
