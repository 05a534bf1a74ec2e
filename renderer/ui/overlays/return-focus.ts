/**
 * Gives the focus back to what had it before a dialog, as the dialog closes. What its action opened may take the focus before or after
 * that, and keeps it. `data-focus-after-dialog` marks what has it next where that is gone. The result is what still is to be focused.
 */
export function returnFocus(popup: HTMLElement | null, opener: Element | null): HTMLElement | false {
  const { activeElement } = document;
  const hasMovedOn = activeElement !== null && activeElement !== document.body && popup?.contains(activeElement) !== true;
  if (hasMovedOn) return false;
  const target = isThere(opener) ? opener : document.querySelector<HTMLElement>('[data-focus-after-dialog]');
  target?.focus({ preventScroll: true });
  // While the rest of the window can't be used it is tried once more.
  return target !== null && document.activeElement !== target ? target : false;
}

function isThere(opener: Element | null): opener is HTMLElement {
  return opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
}
