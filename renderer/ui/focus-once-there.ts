/** Maximum time to wait for loading and rendering. Milliseconds. */
const MAX_WAIT_MS = 5000;

/** Focuses an element found inside another as soon as it is rendered and can be used, unless the focus has moved by then. */
export function focusOnceThere(element: HTMLElement, find: (element: HTMLElement) => HTMLElement | null): void {
  const from = document.activeElement;
  const look = (): void => {
    const found = document.activeElement === from ? find(element) : null;
    found?.focus({ focusVisible: true });
    if (document.activeElement !== from) stop();
  };
  const watch = new MutationObserver(look);
  const timer = setTimeout(() => stop(), MAX_WAIT_MS);
  const stop = (): void => {
    watch.disconnect();
    clearTimeout(timer);
  };
  watch.observe(element, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  look();
}
