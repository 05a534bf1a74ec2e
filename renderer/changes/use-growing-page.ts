import { useCallback, useState } from 'react';

/** Rows rendered at first, and added with each step. */
const PAGE = 100;
/** How far ahead of the viewport more rows are added. */
const AHEAD = '800px';

/** Renders a long list in steps: how many rows, and a ref for a control below it that adds more when it comes near the viewport. */
export function useGrowingPage(): {
  readonly shown: number;
  readonly showMore: () => void;
  readonly showAll: () => void;
  readonly more: (control: HTMLElement | null) => (() => void) | undefined;
} {
  const [shown, setShown] = useState(PAGE);
  const showMore = useCallback(() => setShown((before) => before + PAGE), []);
  const showAll = useCallback(() => setShown(Infinity), []);
  // Observe again after each step: if the control is still in view, the next step must follow.
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
  return { shown, showMore, showAll, more };
}
