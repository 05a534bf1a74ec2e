import type { FrameLocator, Locator, Page } from 'playwright/test';
import { expect } from './host.ts';

/** Settings of a person who confirms outside the page. */
export const CONFIRMING = { '.claude/settings.json': JSON.stringify({ gatehouse: { confirmOutsidePage: true } }) };

/** The frame in which Gatehouse asks. */
export function question(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Gatehouse asks outside the page"]');
}

/** Confirms as a person does: the pointer comes, the button becomes active, a press. */
export async function confirm(page: Page): Promise<void> {
  const button = question(page).getByRole('button', { name: 'Confirm' });
  await hoverUntilActive(button);
  await button.click();
}

/** Chromium may drop a move of the pointer in a frame that has only just appeared. */
export async function hoverUntilActive(button: Locator): Promise<void> {
  await expect(async () => {
    // Playwright's own hover waits until the button is enabled, which it is only under the pointer.
    await button.hover({ force: true });
    await expect(button).toBeEnabled({ timeout: 2000 });
  }).toPass();
}
