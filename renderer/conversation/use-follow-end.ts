import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Within this many pixels of the end counts as being there. */
const NEAR = 32;

/** Keeps a growing list at its end until the user scrolls up; `follow` goes back to the end and holds it again. */
export function useFollowEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): { readonly following: boolean; readonly follow: () => void } {
  const [following, setFollowing] = useState(true);
  const held = useRef(true);

  const follow = useCallback(() => {
    held.current = true;
    setFollowing(true);
    toEnd(scroller.current);
  }, [scroller]);

  useEffect(() => {
    const element = scroller.current;
    const inner = content.current;
    if (!element || !inner) return;
    let lastTop = element.scrollTop;
    let lastBox = boxOf(element);
    const onScroll = () => {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR;
      const box = boxOf(element);
      // Growth alone moves nothing upwards: only a person does, or a layout that changes the size of the pane.
      if (atEnd) held.current = true;
      else if (element.scrollTop < lastTop && box === lastBox) held.current = false;
      lastTop = element.scrollTop;
      lastBox = box;
      setFollowing(held.current);
    };
    const observer = new ResizeObserver(() => {
      if (held.current) toEnd(element);
    });
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(inner);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller, content]);

  return { following, follow };
}

function toEnd(element: HTMLElement | null): void {
  element?.scrollTo({ top: element.scrollHeight });
}

function boxOf(element: HTMLElement): string {
  return `${element.clientWidth}x${element.clientHeight}`;
}
