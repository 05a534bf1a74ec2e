import { useRef, type RefObject } from 'react';

/** Pixels that count as being at the end. */
const NEAR = 24;
const BELOW = 8;

/**
 * Keeps the line that is written in sight where the room is lower than the terminal, until someone scrolls up; scrolling down to it goes
 * on. `onScroll` belongs to the room, `follow` is told where that line ends, in pixels.
 */
export function useFollowCursor(room: RefObject<HTMLElement | null>): {
  readonly onScroll: () => void;
  readonly follow: (bottom: number) => void;
} {
  const following = useRef(true);
  const target = useRef(0);
  return {
    onScroll: () => {
      const top = room.current?.scrollTop ?? 0;
      following.current = top >= target.current - NEAR;
    },
    follow: (bottom) => {
      const element = room.current;
      if (!element) return;
      target.current = Math.max(0, bottom + BELOW - element.clientHeight);
      if (following.current) element.scrollTo({ top: target.current });
    },
  };
}
