import { isTextBlock, isThinkingBlock, isToolUseBlock } from '../block-kinds.ts';
import type { EventBody } from '../event.ts';
import type { SessionView } from '../view.ts';

/** Maximum characters shown of a text; the window shows its beginning and says so. The whole text is in the log. */
const MAX_ITEM_CHARS = 250_000;

export function appendUserMessage(view: SessionView, data: EventBody<'user.message'>, at: number): void {
  if (data.visibility === 'model') return;
  if (data.attachment) {
    view.items.push({ type: 'attachment', id: data.messageId, ...data.attachment, at });
    return;
  }
  const text = data.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  const images = data.content.flatMap((block) => (block.type === 'image' ? [block.source] : []));
  view.items.push({ type: 'user', id: data.messageId, text: clip(text), images, origin: data.origin, at });
  view.title ||= titleFrom(data);
}

/** The title of a session without one after this message; empty if the message doesn't give one. */
export function titleFrom({ visibility, origin, content }: EventBody<'user.message'>): string {
  if (visibility === 'model' || origin !== 'prompt') return '';
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
  return shortTitle(text.trim().split('\n', 1)[0] ?? '');
}

const MAX_TITLE_CHARS = 80;

/** A long line ends with its first sentence, or after a word. */
function shortTitle(line: string): string {
  if (line.length <= MAX_TITLE_CHARS) return line;
  const start = line.slice(0, MAX_TITLE_CHARS);
  const sentence = /^.{12,}?[.!?:;](?=\s)/u.exec(start)?.[0];
  if (sentence !== undefined) return sentence.replace(/[.:;]$/u, '');
  const cut = start.slice(0, -1).replace(/\s+\S*$/u, '');
  return `${cut.toWellFormed()}…`;
}

export function appendAssistantBlock(view: SessionView, data: EventBody<'assistant.block'>, at: number): void {
  const id = `${data.messageId}:${data.index}`;
  const { block } = data;
  if (isTextBlock(block)) {
    if (block.text.trim() !== '') view.items.push({ type: 'text', id, text: clip(block.text), at });
  } else if (isThinkingBlock(block)) {
    if (block.thinking !== '')
      view.items.push({ type: 'thinking', id, text: clip(block.thinking), ms: at - blockStart(view, data.messageId, at), at });
  } else if (isToolUseBlock(block)) view.items.push({ type: 'call', id, callId: block.id, at });
}

/** When the block that ends now began, as far as the log shows: with the previous block, otherwise with its request. */
function blockStart(view: SessionView, messageId: string, at: number): number {
  const before = view.items.at(-1);
  if (before?.id.startsWith(`${messageId}:`)) return before.at;
  return view.request?.requestId === messageId ? view.request.startedAt : at;
}

/** Removes the text of a discarded attempt. The message id of an assistant message is its request's id. */
export function dropMessage(view: SessionView, messageId: string): void {
  view.items = view.items.filter((item) => !item.id.startsWith(`${messageId}:`));
}

/** How far back a repeated failure of a hook is looked for. */
const MAX_ITEMS_BACK = 200;

/**
 * Counts the failure of a hook that has failed in the same way since the last message, and an error that follows the same one, so that neither
 * fills the conversation. `false` for any other notice.
 */
export function countsAgain(view: SessionView, data: EventBody<'notice'>, at: number): boolean {
  const { text, about } = data;
  const { items } = view;
  if (!about) return countsError(view, data, at);
  if (about.type !== 'hook') return false;
  for (let index = items.length - 1; index >= Math.max(0, items.length - MAX_ITEMS_BACK); index -= 1) {
    const item = items[index];
    if (!item || item.type === 'user') return false;
    if (item.type !== 'notice' || item.about?.type !== 'hook' || item.text !== text || item.about.file !== about.file) continue;
    view.items = items.with(index, { ...item, times: (item.times ?? 1) + 1 });
    return true;
  }
  return false;
}

/** A server that stays overloaded says so at each try: the last time counts. */
function countsError(view: SessionView, data: EventBody<'notice'>, at: number): boolean {
  const last = view.items.at(-1);
  if (data.level !== 'error' || last?.type !== 'notice' || last.level !== 'error' || last.about) return false;
  if (last.action !== data.action || withoutWait(last.text) !== withoutWait(data.text)) return false;
  view.items = view.items.with(view.items.length - 1, { ...last, text: data.text, at, times: (last.times ?? 1) + 1 });
  return true;
}

/** How long a server asks to wait changes from one time to the next. */
function withoutWait(text: string): string {
  return text.replaceAll(/\bWait \d+ (?:minutes|hours)\b/gu, 'Wait');
}

/** Shows another text for one of the last messages; one that was removed meanwhile stays so. */
export function displayInstead(view: SessionView, { messageId, index, text, by }: EventBody<'message.displayed'>): void {
  const at = view.items.findLastIndex((item) => item.id === `${messageId}:${index}`);
  const item = view.items[at];
  if (item?.type === 'text') view.items = view.items.with(at, { ...item, displayed: { text: clip(text), by } });
}

/** Folds everything from the user message `messageId` on into one item. Does nothing when it isn't among the items. */
export function rewindItems(view: SessionView, messageId: string, { id, at }: { readonly id: string; readonly at: number }): void {
  const from = view.items.findIndex((item) => item.type === 'user' && item.id === messageId);
  if (from < 0) return;
  view.items = [...view.items.slice(0, from), { type: 'rewound', id, items: view.items.slice(from), at }];
}

export function clip(text: string): string {
  return text.length <= MAX_ITEM_CHARS
    ? text
    : `${text.slice(0, MAX_ITEM_CHARS)}\n… ${text.length - MAX_ITEM_CHARS} more characters are in the session log`;
}
