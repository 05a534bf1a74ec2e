import type { Page } from 'playwright/test';

/** Presses and lets go of a key where the focus is. */
const PRESS = `const press = (key) => {
  for (const type of ['keydown', 'keyup']) {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent(type, { key, ctrlKey: key === 'Control', bubbles: true, cancelable: true, composed: true }));
  }
};`;

/**
 * Presses keys by the page's own clock, two display frames apart, and then runs `after`. A slow machine slows both the keys and what the
 * page does between them.
 */
export async function pressInPage(page: Page, keys: readonly string[], after = ''): Promise<void> {
  await page.evaluate(`(async () => {
    ${PRESS}
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    for (const key of ${JSON.stringify(keys)}) {
      press(key);
      await frame();
      await frame();
    }
    ${after};
  })()`);
}

/** Types a text by the page's own clock, with pauses that are the same in each run. Milliseconds per key. */
export async function typeInPage(
  page: Page,
  text: string,
  { seed, fastest, slowest }: { readonly seed: number; readonly fastest: number; readonly slowest: number },
): Promise<void> {
  await page.evaluate(`(async () => {
    ${PRESS}
    let state = ${seed};
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    for (const key of ${JSON.stringify([...text])}) {
      press(key);
      await new Promise((done) => setTimeout(done, ${fastest} + random() * ${slowest - fastest}));
    }
  })()`);
}
