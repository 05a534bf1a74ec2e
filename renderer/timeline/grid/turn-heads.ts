import { firstLine } from '#shared/shorten.ts';
import type { CallRow, ConversationItem } from '#shared/session/view.ts';
import type { OrderedRow } from './row-order.ts';

const STARTS: ReadonlySet<string> = new Set(['prompt', 'queued', 'scheduled']);

/** The message that started each turn, by the first of the turn's calls in the list. Empty while there is only one turn. */
export function turnHeads(
  ordered: readonly OrderedRow[],
  calls: Readonly<Record<string, CallRow>>,
  items: readonly ConversationItem[],
): ReadonlyMap<string, string> {
  const messages = items.flatMap(messagesIn).sort((a, b) => a.at - b.at);
  const heads = new Map<string, string>();
  let turn = -1;
  for (const { callId, level } of ordered) {
    const at = level === 1 ? calls[callId]?.queuedAt : undefined;
    if (at === undefined) continue;
    const before = turn;
    for (let next = messages[turn + 1]; next && next.at <= at; next = messages[turn + 1]) turn += 1;
    const message = messages[turn];
    if (turn > before && message) heads.set(callId, firstLine(message.text));
  }
  return heads.size > 1 ? heads : NO_HEADS;
}

const NO_HEADS: ReadonlyMap<string, string> = new Map();

type Message = Extract<ConversationItem, { type: 'user' }>;

function messagesIn(item: ConversationItem): Message[] {
  if (item.type === 'rewound') return item.items.flatMap(messagesIn);
  return item.type === 'user' && STARTS.has(item.origin) ? [item] : [];
}
