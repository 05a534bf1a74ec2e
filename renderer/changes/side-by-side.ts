import { createContext, type RefObject, useLayoutEffect, useState } from 'react';

const KEY = 'gatehouse.diff.side-by-side';

/** Narrower, the lines of both versions would have no room. Pixels. */
const LEAST_WIDTH = 640;

/** Whether diffs show both versions side by side. */
export const SideBySide = createContext(false);

interface SideBySideChoice {
  /** Whether there is room. */
  readonly fits: boolean;
  readonly on: boolean;
  readonly toggle: () => void;
}

/** The person’s choice, stored. @param room the element with the diffs. */
export function useSideBySide(room: RefObject<HTMLElement | null>): SideBySideChoice {
  const [fits, setFits] = useState(false);
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === 'on');
  useLayoutEffect(() => {
    const element = room.current;
    if (!element) return undefined;
    // With its scroll bar, which comes and goes with the height of the diffs.
    const observer = new ResizeObserver(() => setFits(element.offsetWidth >= LEAST_WIDTH));
    observer.observe(element);
    return () => observer.disconnect();
  }, [room]);
  const toggle = (): void => {
    localStorage.setItem(KEY, on ? 'off' : 'on');
    setOn(!on);
  };
  return { fits, on, toggle };
}
