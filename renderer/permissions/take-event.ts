/** Dispatched on the window when a command brings the user to the queue: counts as engaging with the focused card. */
export const TAKE_EVENT = 'gatehouse:take';

export function takeFocusedCard(): void {
  window.dispatchEvent(new Event(TAKE_EVENT));
}
