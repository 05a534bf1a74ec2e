/** The ids of the items and calls of the conversation that are in view or below, as far as they are drawn, from the top. */
export function placesInView(scroller: HTMLElement | null): readonly string[] {
  const top = scroller?.getBoundingClientRect().top ?? 0;
  return [...(scroller?.querySelectorAll<HTMLElement>('[data-item], [data-call]') ?? [])].flatMap((place) => {
    const drawn = place.dataset['call'] === undefined ? place.firstElementChild : place;
    const id = place.dataset['call'] ?? place.dataset['item'];
    return id !== undefined && drawn && drawn.getBoundingClientRect().bottom > top ? [id] : [];
  });
}
