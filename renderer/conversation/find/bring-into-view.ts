import { scrollsForPerson } from '../../ui/person-scrolls.ts';

/** Frames until a place is given up: folds open, chunks load and texts are rendered meanwhile. */
const MAX_FRAMES = 90;
/** Frames in a row in which it stays where it is. */
const STEADY_FRAMES = 3;
/** What covers the top and bottom of the list. Pixels. */
const COVERED = { top: 56, bottom: 56 };

/** Space above a place that is shown at the top. Pixels. */
const TOP_SPACE = 12;

export interface BringOptions {
  /** Shows it at the top of the list, also if it is in view already. */
  readonly atTop?: boolean;
  /** Called when it stands still or is given up. */
  readonly onEnd?: () => void;
}

/**
 * Scrolls to a place once it is rendered, and keeps it in view until the list is steady. `locate` opens what hides it, and returns `null`
 * until it is there. Returns how to give up.
 */
export function bringIntoView(
  scroller: HTMLElement,
  locate: () => Range | Element | null,
  { atTop = false, onEnd }: BringOptions = {},
): () => void {
  let frames = 0;
  let steady = 0;
  let next = requestAnimationFrame(step);
  function step(): void {
    frames += 1;
    const place = locate();
    if (place) steady = (atTop ? scrollToTop : scrollTo)(scroller, place) ? 0 : steady + 1;
    if (frames < MAX_FRAMES && steady < STEADY_FRAMES) next = requestAnimationFrame(step);
    else onEnd?.();
  }
  return () => cancelAnimationFrame(next);
}

/** Whether it had to scroll. */
function scrollTo(scroller: HTMLElement, place: Range | Element): boolean {
  const inner = scrollInner(scroller, place);
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = place.getBoundingClientRect();
  if (top >= view.top + COVERED.top && bottom <= view.bottom - COVERED.bottom) return inner;
  const before = scroller.scrollTop;
  scrollsForPerson(scroller);
  scroller.scrollTop += top - view.top - scroller.clientHeight / 3;
  return inner || scroller.scrollTop !== before;
}

/** Scrolls what scrolls by itself inside the list, such as a long result. */
function scrollInner(scroller: HTMLElement, place: Range | Element): boolean {
  let hasScrolled = false;
  const start = place instanceof Range ? place.startContainer.parentElement : place.parentElement;
  for (let at = start; at && at !== scroller; at = at.parentElement) {
    if (at.scrollHeight <= at.clientHeight || !/auto|scroll/u.test(getComputedStyle(at).overflowY)) continue;
    const view = at.getBoundingClientRect();
    const { top, bottom } = place.getBoundingClientRect();
    if (top >= view.top && bottom <= view.bottom) continue;
    const before = at.scrollTop;
    at.scrollTop += top - view.top - at.clientHeight / 3;
    hasScrolled ||= at.scrollTop !== before;
  }
  return hasScrolled;
}

function scrollToTop(scroller: HTMLElement, place: Range | Element): boolean {
  const before = scroller.scrollTop;
  scrollsForPerson(scroller);
  scroller.scrollTop += place.getBoundingClientRect().top - scroller.getBoundingClientRect().top - TOP_SPACE;
  return Math.abs(scroller.scrollTop - before) > 1;
}
