import type { Page } from 'playwright/test';

// As a string, because test code has no DOM types.
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
      // As under load: the page learns of its new position before it renders its new size.
      list.dispatchEvent(new Event('scroll'));
      requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }).observe(list);
    list.style.height = high + 'px';
  };
})`;

/**
 * Makes a list that is scrolled to its end higher for one frame, exactly when the page reports its growth: that moves it without a scroll
 * by the person.
 */
export async function growForAFrame(page: Page, role: 'log' | 'treegrid'): Promise<void> {
  await page.evaluate(`(${GROWN})(document.querySelector('[role=${role}]'))`);
}
