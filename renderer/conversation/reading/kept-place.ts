import { storedList, storeList } from '../../store/stored-list.ts';
import type { ListPlace } from '../../ui/pressed-line.ts';
import { placesInView } from '../find/places-in-view.ts';

/** Where an item or call was in the window: what is above the conversation, such as a request, may be higher or gone by then. Pixels. */
type Placed = readonly [id: string, top: number];

const KEY = 'gatehouse.reading';
/** More are kept than one: an item may be folded when the person comes back. */
const MAX_PLACES = 30;
const MAX_SESSIONS = 50;

/**
 * What was in view of each session’s conversation when it was left, from the top; none for those that were at their end. Survives a reload;
 * not shared with other windows.
 */
const kept = new Map<string, readonly Placed[]>(storedList(KEY, isKept));

export function keepPlace(sessionId: string, scroller: HTMLElement, isAtEnd: boolean): void {
  kept.delete(sessionId);
  if (!isAtEnd) {
    const places = placesInView(scroller).slice(0, MAX_PLACES);
    kept.set(
      sessionId,
      places.flatMap((id): Placed[] => {
        const place = placeIn(scroller, id);
        return place ? [[id, place.top]] : [];
      }),
    );
  }
  storeList(KEY, [...kept].slice(-MAX_SESSIONS));
}

/** The ids of the items and calls that were in view; none if the end is to be shown. */
export function keptPlaces(sessionId: string): readonly string[] {
  return kept.get(sessionId)?.map(([id]) => id) ?? [];
}

/** Where the first of them that is still there has to be. */
export function keptPlace(sessionId: string, scroller: HTMLElement): ListPlace | undefined {
  for (const [id, top] of kept.get(sessionId) ?? []) {
    const place = placeIn(scroller, id);
    if (place) return { line: place.line, top };
  }
  return undefined;
}

function placeIn(scroller: HTMLElement, id: string): ListPlace | undefined {
  const escaped = CSS.escape(id);
  // What is around an item has no box of its own.
  const line = scroller.querySelector(`[data-item="${escaped}"] > *, [data-call="${escaped}"]`);
  return line ? { line, top: line.getBoundingClientRect().top } : undefined;
}

function isKept(value: unknown): value is [string, Placed[]] {
  return Array.isArray(value) && typeof value[0] === 'string' && Array.isArray(value[1]) && value[1].every(isPlaced);
}

function isPlaced(value: unknown): value is Placed {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}
