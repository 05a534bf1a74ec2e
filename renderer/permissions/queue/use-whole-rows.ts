import { type RefObject, useLayoutEffect } from 'react';

/** Rows of waiting requests, beside the open card. */
const ROW = 'button[data-ask]';

/** Ends the list between two rows where not all of it fits: a strip of a row looks like a fault. `layout` changes when rows do. */
export function useWholeRows(list: RefObject<HTMLElement | null>, layout: unknown): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => endAtRow(element));
    endAtRow(element);
    watch.observe(element);
    for (const child of element.children) if (!child.matches(ROW)) watch.observe(child);
    return () => watch.disconnect();
  }, [list, layout]);
}

function endAtRow(list: HTMLElement): void {
  list.style.maxHeight = '';
  const end = list.scrollTop + list.clientHeight;
  if (list.scrollHeight <= end) return;
  const rows = [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)];
  const cut = rows.find(({ offsetTop, offsetHeight }) => offsetTop < end && end < offsetTop + offsetHeight);
  if (cut) list.style.maxHeight = `${list.clientHeight - (end - cut.offsetTop)}px`;
}
