import { create } from 'zustand';
import type { MessageExtras } from '#shared/session/content.ts';

interface Drafts {
  readonly texts: Readonly<Record<string, string>>;
  readonly extras: Readonly<Record<string, MessageExtras>>;
  /** Whether attachments are still being read. */
  readonly reading: Readonly<Record<string, boolean>>;
}

/** A message's text and attachments. */
export interface Draft {
  readonly text: string;
  readonly extras: MessageExtras;
}

/** Where a file's content is attached: the box, or the message sent meanwhile. */
export interface DraftTarget {
  get(): Draft;
  set(draft: Draft): void;
}

const KEY = 'gatehouse.drafts';
/** Only texts are stored across reloads, not files. Characters. */
const MAX_STORED = 200_000;

export const NO_EXTRAS: MessageExtras = { images: [], texts: [] };

/** The unsent text and attachments of each session. */
export const useDrafts = create<Drafts>(() => ({ texts: storedTexts(), extras: {}, reading: {} }));

export function setDraft(sessionId: string, text: string): void {
  useDrafts.setState((state) => ({ texts: { ...state.texts, [sessionId]: text } }));
  store();
}

export function draftOf(sessionId: string): string {
  return useDrafts.getState().texts[sessionId] ?? '';
}

export function extrasOf(sessionId: string): MessageExtras {
  return useDrafts.getState().extras[sessionId] ?? NO_EXTRAS;
}

export function setExtras(sessionId: string, extras: MessageExtras): void {
  useDrafts.setState((state) => ({ extras: { ...state.extras, [sessionId]: extras } }));
}

/** Keeps existing attachments first. */
export function addExtras(sessionId: string, { images, texts }: MessageExtras): void {
  const before = extrasOf(sessionId);
  setExtras(sessionId, { images: [...before.images, ...images], texts: [...before.texts, ...texts] });
}

/** Texts being sent, oldest first: a reload puts them back into the box. */
let sending: readonly { readonly sessionId: string; readonly text: string }[] = [];

/** Stores the text until the returned function is called. */
export function keepWhileSending(sessionId: string, text: string): () => void {
  const kept = { sessionId, text };
  sending = [...sending, kept];
  store();
  return () => {
    sending = sending.filter((one) => one !== kept);
    store();
  };
}

function store(): void {
  const texts = { ...useDrafts.getState().texts };
  for (const { sessionId, text } of sending.toReversed()) texts[sessionId] = [text, texts[sessionId]].filter(Boolean).join('\n');
  const kept = Object.entries(texts).filter(([, text]) => text !== '' && text.length <= MAX_STORED);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage is full or disabled: drafts last as long as the page.
  }
}

function storedTexts(): Record<string, string> {
  const stored = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(KEY);
  const texts: unknown = stored === null ? {} : JSON.parse(stored);
  if (typeof texts !== 'object' || texts === null) return {};
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
