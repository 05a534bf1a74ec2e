import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end that still count as being there. */
const NEAR = 8;

/** Keeps a list at its end while it grows, until a person scrolls away; back at the end it follows again. */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  height: number,
): { readonly following: boolean; readonly follow: () => void } {
  const [following, setFollowing] = useState(true);
  const own = useRef(false);
  const toEnd = () => {
    const element = scroller.current;
    if (!element || element.scrollTop + element.clientHeight >= element.scrollHeight - 1) return;
    own.current = true;
    element.scrollTo({ top: element.scrollHeight });
  };
  useLayoutEffect(() => {
    if (following) toEnd();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const onScroll = () => {
      if (own.current) {
        own.current = false;
        return;
      }
      setFollowing(element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [scroller, height]);
  return {
    following,
    follow: () => {
      setFollowing(true);
      toEnd();
    },
  };
}
