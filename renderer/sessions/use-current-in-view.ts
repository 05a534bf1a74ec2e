import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useWindow } from '../store/app-store.ts';

/** What a person scrolls a list with. */
const SCROLLS = ['wheel', 'touchmove', 'pointerdown'] as const;

/** A project that comes into view gets its full height only then, over some frames. */
const TRIES = 4;

/**
 * Scrolls the list to the shown session when it opens, another session is shown, or the shown one is listed for the first time, if no row
 * of it is in view. Not after the person has scrolled the list meanwhile. `listed`: changes with the rows. The returned function scrolls to
 * it once more, with the next change of the rows.
 */
export function useCurrentInView(scroller: RefObject<HTMLElement | null>, listed: unknown): () => void {
  const sessionId = useWindow((state) => state.sessionId);
  /** The session that needs no scrolling any more. */
  const settled = useRef<string | null>(null);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const scrolled = () => {
      settled.current = sessionId;
    };
    for (const type of SCROLLS) element.addEventListener(type, scrolled, { passive: true });
    return () => {
      for (const type of SCROLLS) element.removeEventListener(type, scrolled);
    };
  }, [scroller, sessionId]);
  useEffect(() => {
    const element = scroller.current;
    if (!element || sessionId === null || settled.current === sessionId) return undefined;
    let frame = 0;
    const look = (tries: number) => {
      const rows = [...element.querySelectorAll(`[data-session="${sessionId}"]`)];
      if (rows.length === 0 || settled.current === sessionId) return;
      // A session may be listed twice; the last one stands in its project.
      if (!rows.some((row) => isInside(row, element))) rows.at(-1)?.scrollIntoView({ block: 'nearest' });
      if (tries === 1) settled.current = sessionId;
      else frame = requestAnimationFrame(() => look(tries - 1));
    };
    look(TRIES);
    return () => cancelAnimationFrame(frame);
  }, [scroller, sessionId, listed]);
  return useCallback(() => {
    settled.current = null;
  }, []);
}

function isInside(row: Element, scroller: Element): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const area = scroller.getBoundingClientRect();
  return top >= area.top && bottom <= area.bottom;
}
