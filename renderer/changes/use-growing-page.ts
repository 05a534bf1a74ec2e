import { useCallback, useState } from 'react';

/** Rows that are drawn at first, and that come with each step. */
const PAGE = 100;
/** More come before their place is in sight. */
const AHEAD = '800px';

/** A long list grows as one comes to its end: how much is drawn, and the control below it that asks for more by being nearly in sight. */
export function useGrowingPage(): {
  readonly shown: number;
  readonly showMore: () => void;
  readonly more: (control: HTMLElement | null) => (() => void) | undefined;
} {
  const [shown, setShown] = useState(PAGE);
  const showMore = useCallback(() => setShown((before) => before + PAGE), []);
  // Watched anew after each step: one that leaves it in sight must be followed by the next.
  const more = useCallback(
    (control: HTMLElement | null) => {
      if (!control) return undefined;
      const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && showMore(), {
        root: control.closest('[data-scroller]'),
        rootMargin: AHEAD,
      });
      watch.observe(control);
      return () => watch.disconnect();
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
    [shown, showMore],
  );
  return { shown, showMore, more };
}
