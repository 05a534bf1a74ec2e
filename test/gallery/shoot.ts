import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { appRoot } from '../../main/app-root.ts';

const DIR = join(appRoot, 'docs/gallery');

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 1024, height: 700 };
export const PHONE = { width: 390, height: 844 };

/** A picture in dark and one in light, once animations have finished. */
export async function shoot(page: Page, name: string, size: { width: number; height: number } = WIDE): Promise<void> {
  mkdirSync(DIR, { recursive: true });
  await page.setViewportSize(size);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Panels and cards settle; live edges may keep moving.
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(DIR, `${name}-${colorScheme}.webp`), type: 'webp', quality: 90 });
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(WIDE);
}
