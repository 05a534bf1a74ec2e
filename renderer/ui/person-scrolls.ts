/** How long after an act of a person a list may scroll for it: wheels scroll smoothly. Milliseconds. */
const RECENT_MS = 1000;

/** Wheels and fingers, the scroll bar, and a selection that is drawn. Keys may do anything else. */
const ACTS = ['wheel', 'touchmove', 'pointerdown'] as const;

const actedAt = new WeakMap<Element, number>();

/** To be called before the window scrolls a list because a person asked for a place in it. */
export function scrollsForPerson(scroller: Element): void {
  actedAt.set(scroller, performance.now());
}

/** Notes what a person does in a list that may scroll it. Returns how to stop. */
export function watchPerson(scroller: HTMLElement): () => void {
  const note = () => scrollsForPerson(scroller);
  const options = { passive: true, capture: true };
  for (const act of ACTS) scroller.addEventListener(act, note, options);
  return () => {
    for (const act of ACTS) scroller.removeEventListener(act, note, options);
  };
}

export function hasPersonActed(scroller: Element): boolean {
  return performance.now() - (actedAt.get(scroller) ?? Number.NEGATIVE_INFINITY) < RECENT_MS;
}
