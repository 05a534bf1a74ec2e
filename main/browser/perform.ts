import type { Page } from 'playwright-core';
import type { BrowserAction } from '#main/tool/services/browser-service.ts';

const SCROLL_PX = 600;
/** Time for the page to react to an action. */
const SETTLE_MS = 500;
const LOAD_TIMEOUT_MS = 5000;

/** @throws Error, worded for the model, if the action is impossible. */
export async function perform(page: Page, action: BrowserAction): Promise<void> {
  try {
    await act(page, action);
  } catch (error) {
    throw new Error(firstLine(error), { cause: error });
  }
  if (action.type === 'read' || action.type === 'screenshot') return;
  await page.waitForTimeout(SETTLE_MS);
  // A page that is still loading is shown as it is.
  await page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).catch(() => undefined);
}

async function act(page: Page, action: BrowserAction): Promise<void> {
  switch (action.type) {
    case 'navigate':
      await page.goto(action.url, { waitUntil: 'domcontentloaded' });
      return;
    case 'click':
      await page.locator(refSelector(action.ref)).click();
      return;
    case 'type': {
      const field = page.locator(refSelector(action.ref));
      await field.fill(action.text);
      if (action.submit) await field.press('Enter');
      return;
    }
    case 'press':
      await page.keyboard.press(action.key);
      return;
    case 'scroll':
      await page.mouse.wheel(0, action.direction === 'down' ? SCROLL_PX : -SCROLL_PX);
      return;
    case 'back':
      await page.goBack({ waitUntil: 'domcontentloaded' });
      return;
    case 'read':
    case 'screenshot':
  }
}

function refSelector(ref: string): string {
  return `aria-ref=${ref}`;
}

/** Without the log of attempts and the terminal colours that follow. */
function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').slice(0, 500);
}
