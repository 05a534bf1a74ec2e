import type { Page } from 'playwright/test';

// As a string: tests know no page.
const GROWN = `(list) => new Promise((resolve) => {
  const [low, high] = [list.clientHeight - 40, list.clientHeight];
  list.style.flex = 'none';
  list.style.height = low + 'px';
  requestAnimationFrame(() => requestAnimationFrame(() => {
    list.scrollTo({ top: list.scrollHeight });
    requestAnimationFrame(() => requestAnimationFrame(grow));
  }));
  const grow = () => {
    new ResizeObserver((_, observer) => {
      if (list.clientHeight < high) return;
      observer.disconnect();
      list.style.height = low + 'px';
      // As on a busy machine: the page hears of its new place before it draws for its new size.
      list.dispatchEvent(new Event('scroll'));
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }).observe(list);
    list.style.height = high + 'px';
  };
})`;

/**
 * The list of a role, at its end, is higher for one frame and then as before, at the moment the page has told everybody that it grew: that
 * pushes it, and nobody scrolled.
 */
export async function growForAFrame(page: Page, role: 'log' | 'treegrid'): Promise<void> {
  await page.evaluate(`(${GROWN})(document.querySelector('[role=${role}]'))`);
}
