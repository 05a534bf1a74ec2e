import type { CallRow, ConversationItem, SessionView } from '#shared/session/view.ts';
import type { SoughtPlace } from '../../store/sought-place.ts';
import { outcomeWords } from '../../ui/words.ts';

/** One occurrence in the conversation. */
export interface Match extends SoughtPlace {
  readonly itemId: string;
  /** The item that contains the text: another one than `itemId` inside a rewound part. */
  readonly innerId: string;
  /** Occurrences before it in the same item or call, without those in its result. */
  readonly nth: number;
}

const NO_CALLS: ReadonlyMap<string, number> = new Map();

/** More aren't counted. */
export const MAX_MATCHES = 5000;

/**
 * All occurrences, in the order of the conversation: in messages, thinking, summaries and the lines of calls and
 * their results. Those in the result of a call that isn’t shown in the conversation count as one.
 * @param counts how often the results of calls contain the text.
 */
export function findMatches(
  { items, calls }: Pick<SessionView, 'items' | 'calls'>,
  pattern: RegExp,
  { text: sought, counts }: { readonly text: string; readonly counts: ReadonlyMap<string, number> } = { text: '', counts: NO_CALLS },
): Match[] {
  const matches: Match[] = [];
  const add = (text: string, place: Omit<Match, 'nth'>): void => {
    for (let nth = countIn(text, pattern), index = 0; index < nth && matches.length < MAX_MATCHES; index += 1)
      matches.push({ ...place, nth: index });
  };
  const visit = (item: ConversationItem, itemId: string): void => {
    if (item.type === 'rewound') return item.items.forEach((inner) => visit(inner, itemId));
    const callId = item.type === 'call' ? item.callId : null;
    const row = callId === null ? undefined : calls[callId];
    const text = item.type === 'call' ? row && textOfCall(row) : textOfItem(item);
    if (text !== undefined) add(text, { itemId, innerId: item.id, callId });
    if (callId === null) return;
    const inLine = text === undefined ? 0 : countIn(text, pattern);
    const found = counts.get(callId) ?? 0;
    const shown = row?.view.kind === 'agent' ? Math.min(1, found) : found;
    for (let nth = 0; nth < shown && matches.length < MAX_MATCHES; nth += 1)
      matches.push({ itemId, innerId: item.id, callId, nth: inLine, inResult: { text: sought, nth } });
  };
  for (const item of items) visit(item, item.id);
  return matches;
}

function countIn(text: string, pattern: RegExp): number {
  let count = 0;
  for (const match of text.matchAll(pattern)) count += match[0] === '' ? 0 : 1;
  return count;
}

/** Items and rows are replaced, never changed. */
const texts = new WeakMap<object, string>();

function cached<T extends object>(key: T, make: (key: T) => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make(key);
  texts.set(key, text);
  return text;
}

/** What a call's line shows. */
function textOfCall(row: CallRow): string {
  return cached(row, ({ view }) => [view.title, view.summary.slice(0, 300), outcomeWords(row) ?? ''].join('\n'));
}

type ItemWithText = Exclude<ConversationItem, { type: 'call' | 'rewound' }>;

function textOfItem(item: ItemWithText): string {
  return cached(item, (one) => {
    switch (one.type) {
      case 'text':
        return plainText(one.displayed ? `${one.displayed.text}\n${one.text}` : one.text);
      case 'compacted':
        return plainText(one.summary);
      case 'attachment':
        return `${one.name} ${one.note}`;
      case 'user':
        // Not shown: the window says in its own words that the turn was stopped.
        return one.origin === 'interruption' ? '' : one.text;
      case 'thinking':
      case 'notice':
        return one.text;
    }
  });
}

/** Markdown roughly as it is read: without the marks of emphasis, code, headings, tables and links. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}(?:`{3,}|~{3,}).*$/gmu, '')
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\s]*\)/gu, '$1')
    .replaceAll(/^#{1,6} /gmu, '')
    .replaceAll(/`|\*\*|~~|(?<![\w*])[*_](?=\S)|(?<=\S)[*_](?![\w*])/gu, '');
}
