import { type KeyboardEvent, useRef } from 'react';
import type { ConversationItem } from '#shared/session/view.ts';
import { useWindow } from '../../store/app-store.ts';

const SENT: ReadonlySet<string> = new Set(['prompt', 'queued']);

/** The user's messages in this session, latest first, without duplicates. */
export function sentTexts(items: readonly ConversationItem[]): string[] {
  const texts = items.flatMap((item) => (item.type === 'user' && SENT.has(item.origin) && item.text !== '' ? [item.text] : []));
  return [...new Set(texts.toReversed())];
}

export interface SentTexts {
  /** The text to put into the box for the key; `undefined` to handle the key normally. */
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>, text: string) => string | undefined;
  /** Call when the user edits the text. */
  readonly leave: () => void;
}

/** Up in an empty box recalls sent messages, Down goes forward again; in an edited text the keys move the caret. */
export function useSentTexts(sessionId: string): SentTexts {
  /** Position in the history; -1 is the empty box. */
  const at = useRef(-1);
  return {
    onKey: (event, text) => {
      const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
      if (step === 0 || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return undefined;
      const texts = sentTexts(useWindow.getState().sessions[sessionId]?.view.items ?? []);
      const isRecalled = at.current >= 0 && texts[at.current] === text;
      if (!isRecalled && text !== '') return undefined;
      const next = (isRecalled ? at.current : -1) + step;
      if (next < -1 || next >= texts.length) return undefined;
      at.current = next;
      return texts[next] ?? '';
    },
    leave: () => {
      at.current = -1;
    },
  };
}
