import { bringIntoView } from './bring-into-view.ts';
import type { Match } from './find-matches.ts';
import { elementOf, markCurrent, rangesIn } from './find-ranges.ts';

/** Frames until a result in which the text isn’t drawn is shown all the same. */
const MOST_TRIES = 60;

/** Opens what hides the match, scrolls to it and marks it. Returns how to give up. */
export function showMatch(scroller: HTMLElement, match: Match, pattern: RegExp): () => void {
  let tries = 0;
  return bringIntoView(scroller, () => {
    // A long message shows its start.
    elementOf(scroller, match)?.querySelector<HTMLElement>('[data-rest]')?.click();
    const place = placeOf(scroller, match, pattern);
    tries += 1;
    // A result is fetched when it opens.
    if (match.inResult !== undefined && !(place instanceof Range) && tries < MOST_TRIES) return null;
    if (!(place instanceof Range)) openSection(scroller, match);
    if (place) openAround(place instanceof Range ? place.startContainer.parentElement : place, scroller);
    return place;
  });
}

/** Marks the match where it is drawn; `null` while it isn't. */
export function placeOf(scroller: HTMLElement, match: Match, pattern: RegExp): Range | Element | null {
  const element = elementOf(scroller, match);
  if (!element) return null;
  const range = rangeOf(element, match, pattern);
  markCurrent(scroller, element, range);
  return range ?? (element.matches('[data-call]') ? element : element.firstElementChild);
}

/** The lines of a result that are shown say how many occurrences are in those before them. */
function rangeOf(element: Element, { nth, inResult }: Match, pattern: RegExp): Range | undefined {
  if (inResult === undefined) {
    const ranges = rangesIn(element, pattern);
    return ranges[nth] ?? ranges.at(-1);
  }
  const result = element.querySelector<HTMLElement>('[data-result]');
  return result ? rangesIn(result, pattern)[inResult.nth - Number(result.dataset['result'])] : undefined;
}

function openAround(element: Element | null, root: Element): void {
  for (let at = element?.closest('details') ?? null; at && root.contains(at); at = at.parentElement?.closest('details') ?? null)
    at.open = true;
}

/** A rewound part or a summary renders its text when it is opened. */
function openSection(root: Element, { itemId }: Match): void {
  root.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"] > section [aria-controls][aria-expanded="false"]`)?.click();
}
