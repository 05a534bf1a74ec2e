import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Route } from 'playwright/test';
import { appRoot } from '../../main/app-root.ts';
import { expect, test } from './host.ts';
import { partsOf } from './window.ts';

const LIMIT_BYTES = 250 * 1000;

test('paints the page in the chosen theme and last layout before styles and script load', async ({ startHost }) => {
  const { page } = await startHost({ files: {} });
  const { message } = partsOf(page);
  const first = page.locator('#first-paint');
  await expect(message).toBeVisible();
  await expect(first).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('gatehouse.theme', 'light'));
  await page.emulateMedia({ colorScheme: 'dark' });
  const pending: Route[] = [];
  await page.route(/assets\/initial-[^/]*\.(js|css)$/, (route) => {
    pending.push(route);
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(first.locator('svg')).toBeVisible();
  await expect(first.locator('.rail')).toBeVisible();
  await expect(page.locator('html')).toHaveCSS('background-color', 'oklch(0.985 0.002 250)');
  await expect.poll(() => pending.length).toBe(2);
  await Promise.all(pending.map((route) => route.continue()));
  await expect(message).toBeVisible();
  await expect(first).toHaveCount(0);
});

test('the initial script stays small: no terminal, editor, Markdown or schemas', () => {
  const assets = join(appRoot, 'out/renderer/assets');
  const script = readdirSync(assets).find((name) => /^initial-.*\.js$/.test(name)) ?? '';
  const text = readFileSync(join(assets, script), 'utf8');
  expect(gzipSync(text).length).toBeLessThanOrEqual(LIMIT_BYTES);
  for (const sign of ['xterm-helper-textarea', 'cm-editor', 'remark', 'ZodError']) expect(text.split(sign).length - 1, sign).toBe(0);
});
