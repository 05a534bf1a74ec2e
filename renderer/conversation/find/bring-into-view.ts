import { elementOf, markCurrent, rangesIn } from './find-ranges.ts';
import type { Match } from './find-matches.ts';

/** Frames until a match is given up: folds open, chunks load and texts are rendered meanwhile. */
const MAX_FRAMES = 90;
/** Frames in a row in which it stays where it is. */
const STEADY_FRAMES = 3;
/** What covers the top and bottom of the list. Pixels. */
const COVERED = { top: 56, bottom: 56 };

/** Opens what hides the match, scrolls to it and marks it. Returns how to give up. */
export function bringIntoView(scroller: HTMLElement, match: Match, pattern: RegExp): () => void {
  let frames = 0;
  let steady = 0;
  let next = requestAnimationFrame(step);
  function step(): void {
    frames += 1;
    const element = elementOf(scroller, match);
    const range = element ? (rangesIn(element, pattern)[match.nth] ?? rangesIn(element, pattern).at(-1)) : undefined;
    if (element) {
      openAround(range?.startContainer.parentElement ?? element, scroller);
      markCurrent(scroller, element, range);
      steady = scrollTo(scroller, range ?? element.firstElementChild ?? element) || !range ? 0 : steady + 1;
    }
    if (!range) openSection(scroller, match);
    if (frames < MAX_FRAMES && steady < STEADY_FRAMES) next = requestAnimationFrame(step);
  }
  return () => cancelAnimationFrame(next);
}

function openAround(element: Element, root: Element): void {
  for (let at = element.closest('details'); at && root.contains(at); at = at.parentElement?.closest('details') ?? null) at.open = true;
}

/** A rewound part or a summary renders its text when it is opened. */
function openSection(root: Element, { itemId }: Match): void {
  root.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"] > section [aria-controls][aria-expanded="false"]`)?.click();
}

/** Whether it had to scroll. */
function scrollTo(scroller: HTMLElement, place: Range | Element): boolean {
  const view = scroller.getBoundingClientRect();
  const { top, bottom } = place.getBoundingClientRect();
  if (top >= view.top + COVERED.top && bottom <= view.bottom - COVERED.bottom) return false;
  const before = scroller.scrollTop;
  scroller.scrollTop += top - view.top - scroller.clientHeight / 3;
  return scroller.scrollTop !== before;
}
