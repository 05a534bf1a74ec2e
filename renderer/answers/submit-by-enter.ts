import type { KeyboardEvent } from 'react';

/** Enter in a text field submits its form even while the button is inactive: the guard checks the answer and says why it is ignored. */
export function submitByEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || ['checkbox', 'radio'].includes(target.type)) return;
  event.preventDefault();
  target.form?.requestSubmit();
}
