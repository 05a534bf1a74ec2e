import type { ListPlace } from '../../ui/pressed-line.ts';
import { placesInView } from '../find/places-in-view.ts';

/** Where an item or call was, below the upper edge of the conversation. Pixels. */
interface Placed {
  readonly id: string;
  readonly top: number;
}

/** More are kept than one: an item may be folded when the person comes back. */
const MAX_PLACES = 30;

/** What was in view of each session’s conversation when it was left, from the top; none for those that were at their end. */
const kept = new Map<string, readonly Placed[]>();

export function keepPlace(sessionId: string, scroller: HTMLElement, isAtEnd: boolean): void {
  if (isAtEnd) kept.delete(sessionId);
  else {
    const places = placesInView(scroller).slice(0, MAX_PLACES);
    kept.set(
      sessionId,
      places.flatMap((id) => {
        const place = placeIn(scroller, id);
        return place ? [{ id, top: place.top }] : [];
      }),
    );
  }
}

/** The ids of the items and calls that were in view; none if the end is to be shown. */
export function keptPlaces(sessionId: string): readonly string[] {
  return kept.get(sessionId)?.map(({ id }) => id) ?? [];
}

/** Where the first of them that is still there has to be. */
export function keptPlace(sessionId: string, scroller: HTMLElement): ListPlace | undefined {
  for (const { id, top } of kept.get(sessionId) ?? []) {
    const place = placeIn(scroller, id);
    if (place) return { line: place.line, top: top + scroller.getBoundingClientRect().top };
  }
  return undefined;
}

function placeIn(scroller: HTMLElement, id: string): ListPlace | undefined {
  const escaped = CSS.escape(id);
  // What is around an item has no box of its own.
  const line = scroller.querySelector(`[data-item="${escaped}"] > *, [data-call="${escaped}"]`);
  return line ? { line, top: line.getBoundingClientRect().top - scroller.getBoundingClientRect().top } : undefined;
}
