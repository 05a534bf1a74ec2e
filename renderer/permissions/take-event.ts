/** Sent to the window when a command brings the person to the queue: the card that has the focus by then is theirs to answer. */
export const TAKE_EVENT = 'gatehouse:take';

export function takeFocusedCard(): void {
  window.dispatchEvent(new Event(TAKE_EVENT));
}
