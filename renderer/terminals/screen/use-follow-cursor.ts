import { useRef, type RefObject } from 'react';

/** Distance to the end that still counts as the end. Pixels. */
const NEAR_END_PX = 24;
const BELOW = 8;

/**
 * Keeps the cursor's line visible where the viewport is lower than the terminal, until the user scrolls up; scrolling down to it resumes.
 * Attach `onScroll` to the viewport; pass the line's bottom in pixels to `follow`.
 */
export function useFollowCursor(viewport: RefObject<HTMLElement | null>): {
  readonly onScroll: () => void;
  readonly follow: (bottom: number) => void;
} {
  const following = useRef(true);
  const target = useRef(0);
  return {
    onScroll: () => {
      const top = viewport.current?.scrollTop ?? 0;
      following.current = top >= target.current - NEAR_END_PX;
    },
    follow: (bottom) => {
      const element = viewport.current;
      if (!element) return;
      target.current = Math.max(0, bottom + BELOW - element.clientHeight);
      if (following.current) element.scrollTo({ top: target.current });
    },
  };
}
