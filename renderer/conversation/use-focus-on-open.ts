import { useLayoutEffect, type RefObject } from 'react';

let opened: string | null = null;

/** Focuses the message box when a session opens, but not when it is only remounted, as when zooming. */
export function useFocusOnOpen(sessionId: string, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (opened !== sessionId || focused === null || focused === document.body) box.current?.focus();
    opened = sessionId;
  }, [sessionId, box]);
}
