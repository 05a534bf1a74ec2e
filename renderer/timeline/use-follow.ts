import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end that still count as being there. */
const NEAR = 8;

/**
 * Keeps a list at its end while it grows (`length`, or the `height` of its view changes), until a person scrolls up; back at
 * the end it follows again.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  length: number,
  height: number,
): { readonly following: boolean; readonly follow: () => void } {
  const [following, setFollowing] = useState(true);
  const last = useRef(0);
  /** Whether the view has just changed its size: one that grew pushes a list at its end back, and may have shrunk again since. */
  const resized = useRef(false);
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  useLayoutEffect(() => {
    if (following) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [following, scroller, length, height]);
  const onScroll = useEffectEvent((element: HTMLElement) => {
    const up = element.scrollTop < last.current;
    last.current = element.scrollTop;
    if (last.current + element.clientHeight >= element.scrollHeight - NEAR) return setFollowing(true);
    // Otherwise only a person moves it up; what the window does by itself goes to the end.
    if (!up) return;
    if (!resized.current) setFollowing(false);
    else if (following) toEnd();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const listener = () => onScroll(element);
    const observer = new ResizeObserver(() => {
      resized.current = true;
      // The place it was pushed to is told at the next frame, before this.
      requestAnimationFrame(() => (resized.current = false));
    });
    observer.observe(element);
    // First of all listeners: read after rows were drawn for it, the place would cost a layout by itself.
    const first = { passive: true, capture: true };
    element.addEventListener('scroll', listener, first);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', listener, first);
    };
  }, [scroller]);
  return {
    following,
    follow: () => {
      setFollowing(true);
      toEnd();
    },
  };
}
