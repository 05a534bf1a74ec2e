import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { hasPersonActed, watchPerson } from './person-scrolls.ts';
import { type ListPlace, type PressedLine, pressedLine } from './pressed-line.ts';

/**
 * Keeps a list scrolled to its end while it or its viewport changes size, until the user scrolls up; within `near` pixels of the end it
 * follows again. Until then, what is read stays where it is when the upper edge of the viewport moves. A line that opens something in place
 * stays where it was pressed: the end that it pushes down isn't followed. It scrolls between layout and paint: reading the position earlier
 * would force a layout. `follow` scrolls to the end and resumes. With `place` it begins there and not at its end.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  near: number,
  place?: (scroller: HTMLElement) => ListPlace | undefined,
): { readonly following: boolean; readonly follow: () => void } {
  const [begin] = useState(() => ({ place }));
  const [following, setFollowing] = useState(begin.place === undefined);
  /** Updated immediately: growth before the state renders must not pull the user back down. */
  const held = useRef(following);
  const pressed = useRef<PressedLine>(null);
  const hold = useCallback((value: boolean) => {
    held.current = value;
    setFollowing(value);
  }, []);
  const follow = useCallback(() => {
    pressed.current?.forget();
    hold(true);
    toEnd(scroller.current);
  }, [hold, scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    const line = pressedLine(element);
    pressed.current = line;
    const start = begin.place?.(element);
    if (start) line.returnTo(start);
    else hold(true);
    const isAtEnd = () => element.scrollTop + element.clientHeight >= element.scrollHeight - near;
    let lastTop = 0;
    let lastHeight = 0;
    let lastView = 0;
    let lastEdge = element.getBoundingClientRect().top;
    /**
     * How often the viewport was just resized or the list shrank: that moves the scroll position from the end, and the scroll event may
     * arrive when the sizes have changed back or grown.
     */
    let pushed = 0;
    const push = () => {
      pushed += 1;
      // The scroll event fires in the next frame, before this, or in the one after it.
      requestAnimationFrame(() => requestAnimationFrame(() => (pushed -= 1)));
    };
    const onScroll = () => {
      const top = element.scrollTop;
      const up = top < lastTop;
      lastTop = top;
      // A list that shrank below its position was scrolled by nobody.
      if (inner.clientHeight >= lastHeight) line.scrolled();
      if (isAtEnd()) return hold(true);
      // Otherwise only the user scrolls up; layout changes go to the end.
      if (!up) return;
      const isMoved = pushed > 0 || inner.clientHeight !== lastHeight || element.clientHeight !== lastView;
      if (!isMoved || hasPersonActed(element)) hold(false);
      else if (held.current) toEnd(element);
    };
    const observer = new ResizeObserver((entries) => {
      const height = inner.clientHeight;
      const shrank = height < lastHeight;
      if (shrank || entries.some(({ target }) => target === element)) push();
      lastHeight = height;
      lastView = element.clientHeight;
      const edge = element.getBoundingClientRect().top;
      if (line.keep(shrank)) hold(isAtEnd());
      else if (held.current) toEnd(element);
      // Nothing is below any more: it doesn't scroll, and nothing else says so.
      else if (shrank && isAtEnd()) hold(true);
      else if (edge !== lastEdge) element.scrollTop += edge - lastEdge;
      lastEdge = edge;
    });
    observer.observe(element);
    observer.observe(inner);
    // What comes and goes above the list may change its view and change it back before it is painted, which is in no report of sizes.
    const above = document.querySelector('[data-region="permission-queue"]');
    const parts = new MutationObserver(push);
    if (above) parts.observe(above, { childList: true, subtree: true });
    const unwatch = watchPerson(element);
    // Runs before all other listeners: after they render rows, reading the position would force a layout.
    const first = { passive: true, capture: true };
    element.addEventListener('scroll', onScroll, first);
    return () => {
      observer.disconnect();
      parts.disconnect();
      unwatch();
      line.stop();
      element.removeEventListener('scroll', onScroll, first);
    };
  }, [scroller, content, near, hold, begin]);
  return { following, follow };
}

function toEnd(element: HTMLElement | null): void {
  element?.scrollTo({ top: element.scrollHeight });
}
