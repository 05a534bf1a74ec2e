/** How long something may take to be fetched and drawn. Milliseconds. */
const PATIENCE = 5000;

/** Gives the focus to what will be found in an element, as soon as it is drawn, unless the focus has gone elsewhere by then. */
export function focusOnceThere(element: HTMLElement, find: (element: HTMLElement) => HTMLElement | null): void {
  const from = document.activeElement;
  const look = (): void => {
    const found = document.activeElement === from ? find(element) : null;
    found?.focus({ focusVisible: true });
    if (document.activeElement !== from) stop();
  };
  const watch = new MutationObserver(look);
  const timer = setTimeout(() => stop(), PATIENCE);
  const stop = (): void => {
    watch.disconnect();
    clearTimeout(timer);
  };
  watch.observe(element, { childList: true, subtree: true });
  look();
}
