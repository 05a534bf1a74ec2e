import type { ConversationItem } from '#shared/session/view.ts';

const SENT: ReadonlySet<string> = new Set(['prompt', 'queued']);

/** The user's messages in this session, latest first, without duplicates. */
export function sentTexts(items: readonly ConversationItem[]): string[] {
  const texts = items.flatMap((item) => (item.type === 'user' && SENT.has(item.origin) && item.text !== '' ? [item.text] : []));
  return [...new Set(texts.toReversed())];
}
