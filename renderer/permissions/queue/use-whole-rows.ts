import { type RefObject, useLayoutEffect } from 'react';

/** Rows of waiting requests, beside the open card. */
const ROW = 'button[data-ask]';

/** Ends the list between two rows where not all of it fits: a strip of a row looks like a fault. `layout` changes when rows do. */
export function useWholeRows(list: RefObject<HTMLElement | null>, layout: unknown): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const fit = () => {
      element.style.maxHeight = '';
      const end = element.scrollTop + element.clientHeight;
      if (element.scrollHeight <= end) return;
      const cut = [...element.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)].find(
        ({ offsetTop, offsetHeight }) => offsetTop < end && end < offsetTop + offsetHeight,
      );
      if (cut) element.style.maxHeight = `${element.clientHeight - (end - cut.offsetTop)}px`;
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    for (const child of element.children) if (!child.matches(ROW)) watch.observe(child);
    return () => watch.disconnect();
  }, [list, layout]);
}
