import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, type HostFixtures, test, writeFiles } from './host.ts';
import { keepMoving, moveALittle, TRICKS } from './hostile-page.js';
import { partsOf, say, startModel } from './window.ts';
import { CONFIRMING, question } from './outside-page.ts';

// Chromium's own test input makes no click of a tap in a frame that has its own process; fingers do.
const IN_ONE_PROCESS = ['--disable-site-isolation-trials', '--disable-features=IsolateOrigins,site-per-process'];

test.use({
  hasTouch: true,
  launchOptions: async ({ launchOptions }, use) => use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...IN_ONE_PROCESS] }),
});

test.beforeEach(({ homeDir }) => writeFiles(homeDir, CONFIRMING));

/** A question about a call, and the file that the call would write. */
async function askOutside({ startHost, page }: Pick<HostFixtures, 'startHost'> & { readonly page: Page }) {
  const write = toolUse('w1', 'Write', { file_path: 'one.txt', content: 'hello\n' });
  const { server, env } = await startModel({ blocks: [write] }, { blocks: [text('Written.')] });
  const { projectDir } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await partsOf(page).allow.tap();
  const confirm = question(page).getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeVisible();
  /** By the frame's own clock. */
  const pass = (milliseconds: number) => confirm.evaluate(`new Promise((resolve) => setTimeout(resolve, ${milliseconds}))`);
  // A frame that has only just appeared gets no taps of Chromium's test input, nor any after one that it missed.
  await pass(900);
  return {
    confirm,
    dialog: page.locator('dialog:has(iframe)'),
    written: () => existsSync(join(projectDir, 'one.txt')),
    pass,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  // As a person would scroll, where the page has made the frame too small.
  await question(page).getByRole('button', { name: 'Confirm' }).evaluate('document.getElementById("confirm").scrollIntoView()');
  const box = await question(page).getByRole('button', { name: 'Confirm' }).boundingBox();
  if (!box) throw new Error('The button is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A finger that comes down and is lifted when told. */
async function fingerAt(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<{ lift(): Promise<unknown> }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  return { lift: () => devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }) };
}

async function tap(page: Page): Promise<void> {
  const { x, y } = await middleOf(page);
  await page.touchscreen.tap(x, y);
}

const status = (page: Page) => question(page).getByRole('status');

const TAP_AGAIN = 'Tap Confirm once more';

/** Chromium may drop a tap in a frame that has just changed, so this one is repeated until the frame answers. */
async function tapUntil(page: Page, answer: typeof TAP_AGAIN | 'Ignored'): Promise<void> {
  await expect(async () => {
    await tap(page);
    await expect(status(page)).toContainText(answer, { timeout: 5000 });
  }).toPass();
}

async function tapUntilWritten(page: Page): Promise<void> {
  await expect(async () => {
    if (await page.locator('iframe').isVisible()) await tap(page);
    await expect(page.getByText('Written.')).toBeVisible({ timeout: 5000 });
  }).toPass();
}

test('a tap confirms after a first one that shows where the question is', async ({ startHost, page }) => {
  await using asked = await askOutside({ startHost, page });
  await tapUntil(page, TAP_AGAIN);
  expect(asked.written()).toBe(false);
  await expect(asked.confirm).toBeEnabled();
  await tapUntilWritten(page);
  expect(asked.written()).toBe(true);
});

test('a second tap doesn’t count before the question could be read where it is', async ({ startHost, page }) => {
  await using asked = await askOutside({ startHost, page });
  await tapUntil(page, TAP_AGAIN);
  await asked.dialog.evaluate(moveALittle);
  await asked.pass(900);
  await tapUntil(page, 'Ignored');
  expect(asked.written()).toBe(false);
  await expect(asked.confirm).toBeEnabled();
  await tapUntilWritten(page);
});

for (const [trick, prepare] of Object.entries(TRICKS)) {
  test(`no tap counts where the page ${trick}`, async ({ startHost, page }) => {
    await using asked = await askOutside({ startHost, page });
    await tapUntil(page, TAP_AGAIN);
    await page.locator('iframe').evaluate(prepare);
    await asked.pass(900);
    await tapUntil(page, 'Ignored');
    await asked.pass(900);
    await tap(page);
    await asked.pass(300);
    await expect(status(page)).toContainText('Ignored');
    expect(asked.written()).toBe(false);
  });
}

test('no tap counts while the page keeps moving the question', async ({ startHost, page }) => {
  await using asked = await askOutside({ startHost, page });
  await asked.dialog.evaluate(keepMoving);
  for (let taps = 0; taps < 4; taps += 1) {
    await tap(page);
    await asked.pass(600);
  }
  await expect(question(page).getByRole('heading', { name: 'Allow this call?' })).toBeVisible();
  expect(asked.written()).toBe(false);
});

test('a tap that is held while the page moves the button doesn’t count, however long it is held', async ({ startHost, page }) => {
  await using asked = await askOutside({ startHost, page });
  await tapUntil(page, TAP_AGAIN);
  await expect(asked.confirm).toBeEnabled();
  const finger = await fingerAt(page, await middleOf(page));
  await asked.dialog.evaluate(moveALittle);
  await asked.pass(400);
  await finger.lift();
  await asked.pass(300);
  await expect(question(page).getByRole('heading', { name: 'Allow this call?' })).toBeVisible();
  expect(asked.written()).toBe(false);
});
