/** What a card allows, marked by the card; `pending` while it is loaded. A panel may show it instead, to change it. */
const PAYLOAD = '[data-payload], [data-shows-diff]';

/** How much of it has to be in view: three lines of a command. Of a longer one, “More below” says that it goes on. Pixels. */
const ENOUGH = 64;
/** Borders and padding, which show nothing. Pixels. */
const BLANK = 8;
/** How far apart it is looked at. Pixels. */
const STEP = 4;

/** Whether what the card allows is in view: inside all that scrolls, and not behind buttons or anything that lies over it. */
export function showsPayload(card: Element | null): boolean {
  if (!card) return false;
  const all = payloadsOf(card);
  if (all.length === 0) return true;
  const payload = shown(all);
  if (!payload || all.some((one) => one.dataset['payload'] === 'pending')) return false;
  const { left, width, top, bottom, height } = payload.getBoundingClientRect();
  if (height <= BLANK) return false;
  const enough = Math.min(height, ENOUGH) - BLANK;
  const x = left + Math.min(width / 2, 24);
  let seen = 0;
  for (let y = Math.max(top, 0); y < Math.min(bottom, window.innerHeight) && seen < enough; y += STEP)
    if (payload.contains(document.elementFromPoint(x, y))) seen += STEP;
  return seen >= enough;
}

/** Dispatched on the card before it is scrolled to what it allows: nothing else scrolls it back then. */
export const SHOWS_PAYLOAD = 'gatehouse.shows-payload';

/** Scrolls to what the card allows. */
export function showPayload(card: Element | null): void {
  card?.dispatchEvent(new Event(SHOWS_PAYLOAD, { bubbles: true }));
  if (card) shown(payloadsOf(card))?.scrollIntoView({ block: 'start' });
}

const payloadsOf = (card: Element): HTMLElement[] => [...card.querySelectorAll<HTMLElement>(PAYLOAD)];

const shown = (payloads: readonly HTMLElement[]): HTMLElement | undefined => payloads.find((one) => one.checkVisibility());
