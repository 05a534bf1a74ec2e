/** Dispatched on a card before it is scrolled to what it allows: nothing else scrolls it back then. */
export const SHOWS_PAYLOAD = 'gatehouse.shows-payload';
