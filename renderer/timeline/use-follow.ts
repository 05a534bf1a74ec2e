import { useEffect, useLayoutEffect, useState, type RefObject } from 'react';

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
  const toEnd = () => {
    const element = scroller.current;
    element?.scrollTo({ top: element.scrollHeight });
  };
  useLayoutEffect(() => {
    if (following) scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [following, scroller, length, height]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let last = element.scrollTop;
    // Only a person moves it up; what the window does by itself goes to the end.
    const onScroll = () => {
      const up = element.scrollTop < last;
      last = element.scrollTop;
      if (last + element.clientHeight >= element.scrollHeight - NEAR) setFollowing(true);
      else if (up) setFollowing(false);
    };
    // First of all listeners: read after rows were drawn for it, the place would cost a layout by itself.
    const first = { passive: true, capture: true };
    element.addEventListener('scroll', onScroll, first);
    return () => element.removeEventListener('scroll', onScroll, first);
  }, [scroller]);
  return {
    following,
    follow: () => {
      setFollowing(true);
      toEnd();
    },
  };
}
