import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { z } from 'zod';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test, writeFiles } from './host.ts';
import { attackPage, keepMoving, moveALittle, replaceBuiltIns, stopMoving, TRICKS } from './hostile-page.js';
import { answerWithKey, partsOf, say, startModel } from './window.ts';
import { confirm, CONFIRMING, hoverUntilActive, question } from './outside-page.ts';

const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: 'hello\n' });

test.beforeEach(({ homeDir }) => writeFiles(homeDir, CONFIRMING));

test('an allowed call runs once it was confirmed outside the page, which shows what main knows', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] }, { blocks: [text('Written.')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await partsOf(page).allow.click();
  const asked = question(page);
  await expect(asked.getByRole('heading', { name: 'Allow this call?' })).toBeVisible();
  const facts = asked.getByRole('region', { name: 'Allow this call?' });
  for (const fact of [join(projectDir, 'one.txt'), 'hello', 'No rule allows', 'allow once']) await expect(facts).toContainText(fact);
  await expectAccessible(page, 'a question outside the page');
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  await confirm(page);
  await expect(page.getByText('Written.')).toBeVisible();
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(true);
});

test('a key on the card leads to the question, which Tab and Enter confirm and Escape cancels', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] }, { blocks: [text('Written.')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'write it');
  await answerWithKey(page, 'a');
  await expect(question(page).getByRole('heading')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('You didn’t confirm');
  await expect(queue).toContainText('1 pending request');
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  await answerWithKey(page, 'a');
  const button = question(page).getByRole('button', { name: 'Confirm' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(button).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Written.')).toBeVisible();
});

test('a denial, and what only narrows, needs no confirmation', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] });
  await using _ = server;
  await startHost({ files: {}, env });
  const { queue, deny } = partsOf(page);
  await say(page, 'write it');
  await deny.click();
  await expect(queue).toContainText('No pending requests');
});

test('a rule saved with Enter is saved once it was confirmed', async ({ startHost, page }) => {
  const { projectDir } = await startHost({ files: {} });
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+3');
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  await pane.getByRole('button', { name: 'New rule' }).click();
  const field = pane.getByRole('textbox', { name: 'Rule', exact: true });
  await field.fill('Bash(one)');
  await field.press('Enter');
  await expect(question(page).getByRole('region', { name: 'Change these rules?' })).toContainText('Bash(one)');
  expect(existsSync(join(projectDir, '.claude'))).toBe(false);
  await confirm(page);
  await expect(pane.getByRole('row').filter({ hasText: 'Bash(one)' })).toBeVisible();
});

test('a script that owns the page gets no call allowed and nothing widened', async ({ startHost, page }) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] });
  await using _ = server;
  // Before the page's own code, which then runs on what it left.
  await page.addInitScript(replaceBuiltIns);
  const { projectDir } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await expect(partsOf(page).queue).toContainText('1 pending request');
  const outcomes = await page.evaluate(attackPage, { projectDir, transport: 'socket' as const });
  for (const [command, outcome] of Object.entries(outcomes.confirmed)) expect(outcome, command).toBe('unconfirmed');
  expect(outcomes.pressed).toEqual([]);
  expect(outcomes.read).toEqual([]);
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  expect(existsSync(join(projectDir, '.claude'))).toBe(false);
  await expect(partsOf(page).queue).toContainText('1 pending request');
  expect(server.requests).toHaveLength(1);
});

for (const [trick, prepare] of Object.entries(TRICKS)) {
  test(`a real press doesn’t count where the page ${trick}`, async ({ startHost, page }) => {
    const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] });
    await using _ = server;
    const { projectDir } = await startHost({ files: {}, env });
    await say(page, 'write it');
    await partsOf(page).allow.click();
    const button = question(page).getByRole('button', { name: 'Confirm' });
    await expect(button).toBeVisible();
    await page.locator('iframe').evaluate(prepare);
    // Chromium may drop a press in a frame that has just changed. One that counts ends the question, and with it this loop.
    await expect(async () => {
      await pressLikeAPerson(page);
      await expect(question(page).getByRole('status')).toContainText('Ignored', { timeout: 2000 });
    }).toPass();
    expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  });
}

test('a real press doesn’t count where the page keeps moving the button under the pointer, until it is still', async ({
  startHost,
  page,
}) => {
  const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] }, { blocks: [text('Written.')] });
  await using _ = server;
  const { projectDir } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await partsOf(page).allow.click();
  const button = question(page).getByRole('button', { name: 'Confirm' });
  await expect(button).toBeVisible();
  const { x, y } = (await button.boundingBox()) ?? { x: 0, y: 0 };
  await expect(async () => {
    // Beside the button, inside the frame.
    await page.mouse.move(x - 40, y + 12);
    await expect(button).toBeEnabled({ timeout: 2000 });
  }).toPass();
  const dialog = page.locator('dialog:has(iframe)');
  await dialog.evaluate(keepMoving);
  for (let presses = 0; presses < 3; presses += 1) {
    await page.mouse.down();
    await page.mouse.up();
    // In the frame: a confirmed question would be gone by then.
    await button.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
  }
  await expect(question(page).getByRole('heading', { name: 'Allow this call?' })).toBeVisible();
  expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  await dialog.evaluate(stopMoving);
  // The button may still look as it did before the frame learns that it was moved: that press is ignored.
  await expect(async () => {
    if (await page.locator('iframe').isVisible()) await confirm(page);
    await expect(page.getByText('Written.')).toBeVisible({ timeout: 2000 });
  }).toPass();
});

for (const [when, isDownFirst] of [
  ['is held while the page moves the button', true],
  ['begins before the question could be read', false],
] as const) {
  test(`a press that ${when} doesn’t count, however long it is held`, async ({ startHost, page }) => {
    const { server, env } = await startModel({ blocks: [write('w1', 'one.txt')] });
    await using _ = server;
    const { projectDir } = await startHost({ files: {}, env });
    await say(page, 'write it');
    await partsOf(page).allow.click();
    const button = question(page).getByRole('button', { name: 'Confirm' });
    await hoverUntilActive(button);
    if (isDownFirst) await page.mouse.down();
    await page.locator('dialog:has(iframe)').evaluate(moveALittle);
    if (!isDownFirst) await page.mouse.down();
    // Longer than the frame asks for, by its own clock.
    await button.evaluate('new Promise((resolve) => setTimeout(resolve, 900))');
    await page.mouse.up();
    // Chromium may drop a press in a frame that has just moved, so the frame may say nothing. A confirmed question would be gone by then.
    await button.evaluate('new Promise((resolve) => setTimeout(resolve, 300))');
    await expect(question(page).getByRole('heading', { name: 'Allow this call?' })).toBeVisible();
    expect(existsSync(join(projectDir, 'one.txt'))).toBe(false);
  });
}

/** Runs in the frame: the centre of the button, in view, and the width of the frame as it knows it. */
const CENTRE = `(() => {
  document.getElementById('confirm').scrollIntoView();
  const { x, y, width, height } = document.getElementById('confirm').getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, width: innerWidth };
})()`;

/** A press where the button is, after the pointer has been there for longer than the frame asks for. */
async function pressLikeAPerson(page: Page): Promise<void> {
  const button = question(page).getByRole('button', { name: 'Confirm' });
  await button.hover({ force: true });
  // By the frame's own clock, until it would take a press.
  await button.evaluate('new Promise((resolve) => setTimeout(resolve, 900))');
  // The page may have scaled the frame, which only the page knows.
  const inFrame = z.object({ x: z.number(), y: z.number(), width: z.number() }).parse(await button.evaluate(CENTRE));
  const frame = await page.locator('iframe').boundingBox();
  if (!frame) throw new Error('The frame is not there');
  const scale = frame.width / inFrame.width;
  await page.mouse.click(frame.x + inFrame.x * scale, frame.y + inFrame.y * scale);
}
