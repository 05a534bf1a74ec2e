import { useLayoutEffect, type RefObject } from 'react';

let opened: string | null = null;

/** A session that opens puts the cursor into its box. One that is only laid out anew, as when zooming, takes the focus from nobody. */
export function useFocusOnOpen(sessionId: string, box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (opened !== sessionId || focused === null || focused === document.body) box.current?.focus();
    opened = sessionId;
  }, [sessionId, box]);
}
