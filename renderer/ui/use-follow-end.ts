import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Keeps a list scrolled to its end while it or its viewport changes size, until the user scrolls up; within `near` pixels of the end it
 * follows again. Until then, what is read stays where it is when the upper edge of the viewport moves. It scrolls between layout and paint:
 * reading the position earlier would force a layout. `follow` scrolls to the end and resumes.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  near: number,
): { readonly following: boolean; readonly follow: () => void } {
  const [following, setFollowing] = useState(true);
  /** Updated immediately: growth before the state renders must not pull the user back down. */
  const held = useRef(true);
  const hold = useCallback((value: boolean) => {
    held.current = value;
    setFollowing(value);
  }, []);
  const follow = useCallback(() => {
    hold(true);
    toEnd(scroller.current);
  }, [hold, scroller]);

  useLayoutEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    let lastTop = 0;
    let lastHeight = 0;
    let lastEdge = element.getBoundingClientRect().top;
    /**
     * Whether the viewport was just resized or the list shrank: that moves the scroll position from the end, and the scroll event may
     * arrive when the sizes have changed back or grown.
     */
    let pushed = false;
    const onScroll = () => {
      const top = element.scrollTop;
      const up = top < lastTop;
      lastTop = top;
      if (top + element.clientHeight >= element.scrollHeight - near) return hold(true);
      // Otherwise only the user scrolls up; layout changes go to the end.
      if (!up) return;
      if (!pushed) hold(false);
      else if (held.current) toEnd(element);
    };
    const observer = new ResizeObserver((entries) => {
      const height = inner.clientHeight;
      if (height < lastHeight || entries.some(({ target }) => target === element)) {
        pushed = true;
        // The scroll event of the resize fires in the next frame, before this.
        requestAnimationFrame(() => (pushed = false));
      }
      // All of it fits now: at its top already, it doesn't scroll, and nothing else says so.
      if (!held.current && height < lastHeight && element.scrollHeight <= element.clientHeight) hold(true);
      lastHeight = height;
      const edge = element.getBoundingClientRect().top;
      if (held.current) toEnd(element);
      else if (edge !== lastEdge) element.scrollTop += edge - lastEdge;
      lastEdge = edge;
    });
    observer.observe(element);
    observer.observe(inner);
    // Runs before all other listeners: after they render rows, reading the position would force a layout.
    const first = { passive: true, capture: true };
    element.addEventListener('scroll', onScroll, first);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll, first);
    };
  }, [scroller, content, near, hold]);
  return { following, follow };
}

function toEnd(element: HTMLElement | null): void {
  element?.scrollTo({ top: element.scrollHeight });
}
