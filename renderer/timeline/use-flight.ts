import { useEffect, useState, type RefObject } from 'react';

/** Scrolling has stopped after this long without a scroll event. Milliseconds. */
const STILL_AFTER = 100;

/**
 * Whether a list scrolls faster than anyone can read: by more than a full page, twice in a row. A single such step is a jump (Home, a click
 * on the overview), whose target must be readable at once.
 */
export function useFlight(list: RefObject<HTMLElement | null>): boolean {
  const [flying, setFlying] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    let before = element.scrollTop;
    let leaps = 0;
    let still: ReturnType<typeof setTimeout> | undefined;
    const land = (): void => {
      leaps = 0;
      setFlying(false);
    };
    const onScroll = (): void => {
      const moved = Math.abs(element.scrollTop - before);
      before = element.scrollTop;
      leaps = moved > element.clientHeight ? leaps + 1 : 0;
      setFlying(leaps > 1);
      clearTimeout(still);
      if (leaps > 0) still = setTimeout(land, STILL_AFTER);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      clearTimeout(still);
    };
  }, [list]);
  return flying;
}
