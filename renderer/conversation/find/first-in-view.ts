/** The id of the first item or call of the conversation that is in view. */
export function firstInView(scroller: HTMLElement | null): string | undefined {
  const top = scroller?.getBoundingClientRect().top ?? 0;
  for (const place of scroller?.querySelectorAll<HTMLElement>('[data-item], [data-call]') ?? []) {
    const drawn = place.dataset['call'] === undefined ? place.firstElementChild : place;
    if (drawn && drawn.getBoundingClientRect().bottom > top) return place.dataset['call'] ?? place.dataset['item'];
  }
  return undefined;
}
