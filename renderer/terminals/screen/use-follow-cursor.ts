import { useEffect, useRef, type RefObject } from 'react';

/** Distance to the end that still counts as the end. Pixels. */
const NEAR_END_PX = 24;
const BELOW = 8;

/**
 * Keeps the cursor's line visible where the viewport is lower than the terminal, also while its size changes, until the user scrolls up;
 * scrolling down to it resumes. Attach `onScroll` to the viewport; pass the line's bottom in pixels to `follow`. `onResize`: the viewport
 * has another size.
 */
export function useFollowCursor(
  viewport: RefObject<HTMLElement | null>,
  onResize: () => void,
): {
  readonly onScroll: () => void;
  readonly follow: (bottom: number) => void;
} {
  const following = useRef(true);
  const bottom = useRef(0);
  const resized = useRef(onResize);
  useEffect(() => {
    resized.current = onResize;
  }, [onResize]);
  useEffect(() => {
    const element = viewport.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      resized.current();
      if (following.current) element.scrollTo({ top: targetIn(element, bottom.current) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [viewport]);
  return {
    onScroll: () => {
      const element = viewport.current;
      if (element) following.current = element.scrollTop >= targetIn(element, bottom.current) - NEAR_END_PX;
    },
    follow: (line) => {
      bottom.current = line;
      const element = viewport.current;
      if (element && following.current) element.scrollTo({ top: targetIn(element, line) });
    },
  };
}

function targetIn({ clientHeight }: HTMLElement, bottom: number): number {
  return Math.max(0, bottom + BELOW - clientHeight);
}
