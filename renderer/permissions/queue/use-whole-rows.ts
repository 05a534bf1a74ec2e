import { type RefObject, useLayoutEffect } from 'react';
import { PHONE } from '../../ui/use-media-query.ts';

/** Rows of waiting requests, beside the open card. */
const ROW = 'button[data-ask]';

/** Rows take the queue no higher than this part of the window, unless the person makes it higher; the open card may. */
const MOST_WITH_ROWS = 0.38;
/** On a phone, where the card alone takes more than that. */
const MOST_ON_PHONES = 0.6;

/** Ends the list between two rows where not all of it fits: a strip of a row looks like a fault. `layout` changes when rows do. */
export function useWholeRows(list: RefObject<HTMLElement | null>, layout: unknown): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const end = () => endAtRow(element);
    const watch = new ResizeObserver(end);
    end();
    watch.observe(element);
    for (const child of element.children) if (!child.matches(ROW)) watch.observe(child);
    // The height that the person chose, that over another pane, and that of the window change nothing as long as the list has one of its own.
    const chosen = new MutationObserver(end);
    const dock = element.parentElement?.parentElement;
    if (dock) chosen.observe(dock, { attributes: true, attributeFilter: ['style', 'data-compact'] });
    window.addEventListener('resize', end);
    return () => {
      watch.disconnect();
      chosen.disconnect();
      window.removeEventListener('resize', end);
    };
  }, [list, layout]);
}

function endAtRow(list: HTMLElement): void {
  const place = list.scrollTop;
  setEnd(list, place);
  // While its height was measured, a higher list may have scrolled back, and brought back rows above the open card.
  if (list.scrollTop !== place) list.scrollTop = place;
}

function setEnd(list: HTMLElement, place: number): void {
  list.style.maxHeight = '';
  const share = window.matchMedia(PHONE).matches ? MOST_ON_PHONES : MOST_WITH_ROWS;
  const most = Math.max(share * window.innerHeight - heightAbove(list), heightOfCard(list));
  if (!isSized(list) && list.clientHeight > most) list.style.maxHeight = `${most}px`;
  const end = place + list.clientHeight;
  if (list.scrollHeight <= end) return;
  const rows = [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)];
  const cut = rows.find(({ offsetTop, offsetHeight }) => offsetTop < end && end < offsetTop + offsetHeight);
  if (cut) list.style.maxHeight = `${list.clientHeight - (end - cut.offsetTop)}px`;
}

/** Of the queue's first lines. */
function heightAbove(list: HTMLElement): number {
  const queue = list.parentElement;
  return queue ? list.getBoundingClientRect().top - queue.getBoundingClientRect().top : 0;
}

/** With the edges that say how many rows are above and below. */
function heightOfCard(list: HTMLElement): number {
  const card = list.querySelector<HTMLElement>(`:scope > [data-ask]:not(${ROW})`);
  const rows = [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)].slice(0, 2);
  return rows.reduce((height, row) => height + row.offsetHeight, card?.offsetHeight ?? 0);
}

/** The person chose its height. */
function isSized(list: HTMLElement): boolean {
  return getComputedStyle(list).getPropertyValue('--dock-share') !== '';
}
