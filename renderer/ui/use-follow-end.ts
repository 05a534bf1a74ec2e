import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * Keeps a list at its end while it or its view changes size, until a person scrolls up; back at the end, within `near` pixels, it follows
 * again. It moves when the browser has laid out what changed and not yet painted it: asked for any earlier, the place would cost a layout
 * by itself. `follow` goes to the end and holds it again.
 */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  near: number,
): { readonly following: boolean; readonly follow: () => void } {
  const [following, setFollowing] = useState(true);
  /** The same at once: what grows before the state is drawn must not pull a person back down. */
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
    /**
     * Whether the view has just changed its size or the list has shrunk: that pushes a list at its end back, and by the time it is told all
     * may be as before, or longer.
     */
    let pushed = false;
    const onScroll = () => {
      const top = element.scrollTop;
      const up = top < lastTop;
      lastTop = top;
      if (top + element.clientHeight >= element.scrollHeight - near) return hold(true);
      // Otherwise only a person moves it up; what the window does by itself goes to the end.
      if (!up) return;
      if (!pushed) hold(false);
      else if (held.current) toEnd(element);
    };
    const observer = new ResizeObserver((entries) => {
      const height = inner.clientHeight;
      if (height < lastHeight || entries.some(({ target }) => target === element)) {
        pushed = true;
        // The place it was pushed to is told at the next frame, before this.
        requestAnimationFrame(() => (pushed = false));
      }
      lastHeight = height;
      if (held.current) toEnd(element);
    });
    observer.observe(element);
    observer.observe(inner);
    // First of all listeners: read after rows were drawn for it, the place would cost a layout by itself.
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
