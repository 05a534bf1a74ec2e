import { type RefObject, useLayoutEffect } from 'react';
import { opensScreenKeyboard } from '../../ui/screen-keyboard.ts';

interface Caret {
  /** Of another text it says nothing. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

let opened: string | null = null;
/** Where the caret was in each session's text, or what was selected. */
const carets = new Map<string, Caret>();

export function noteCaret(sessionId: string, { value: text, selectionStart: start, selectionEnd: end }: HTMLTextAreaElement): void {
  carets.set(sessionId, { text, start, end });
}

/**
 * Focuses the message box when a session opens, but not when it is only remounted, as when zooming. Its caret is where it was, else at the
 * end of the text.
 */
export function useFocusOnOpen(sessionId: string, box: RefObject<HTMLTextAreaElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (box.current) placeCaret(sessionId, box.current);
    const isFree = opened !== sessionId || focused === null || focused === document.body;
    if (isFree && !opensScreenKeyboard()) box.current?.focus();
    opened = sessionId;
  }, [sessionId, box]);
}

function placeCaret(sessionId: string, box: HTMLTextAreaElement): void {
  const known = carets.get(sessionId);
  const { start, end } = known?.text === box.value ? known : { start: box.value.length, end: box.value.length };
  box.setSelectionRange(start, end);
}
