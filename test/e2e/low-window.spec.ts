import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { NOT_IN_VIEW, partsOf, say, startModel } from './window.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });

/** Nothing lies over it, and nothing cuts it off. */
async function expectInSight(part: Locator): Promise<void> {
  await expect(part).toBeInViewport({ ratio: 1 });
  await part.click({ trial: true });
}

async function middleOf(part: Locator): Promise<[x: number, y: number]> {
  const box = await part.boundingBox();
  return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
}

for (const { name, viewport, hasTouch } of [
  { name: 'a phone on its side', viewport: { width: 844, height: 390 }, hasTouch: true },
  { name: 'a small phone on its side', viewport: { width: 667, height: 375 }, hasTouch: true },
  { name: 'a low window', viewport: { width: 1280, height: 360 }, hasTouch: false },
])
  test.describe(() => {
    test.use({ viewport, hasTouch });

    test(`in ${name} a destructive command is in sight with its answers, and the page doesn’t scroll`, async ({ startHost, page }) => {
      const { server, env } = await startModel({ blocks: [bash('b1', 'rm -rf dist'), bash('b2', 'git reset --hard')] });
      await using _ = server;
      await startHost({ files: { 'dist/a.txt': 'a' }, env });
      const { deny, message, queue } = partsOf(page);
      await expectInSight(message);
      await expectInSight(page.getByRole('button', { name: 'Show settings' }));
      await say(page, 'clean');
      const hold = queue.getByRole('button', { name: 'Hold to allow once' });
      await expect(hold).toBeEnabled();
      const command = queue.locator('pre').filter({ hasText: 'rm -rf dist' });
      for (const part of [command, hold, deny, page.locator('footer[aria-label="Status"]')]) await expectInSight(part);
      expect(await page.evaluate<number>('document.scrollingElement.scrollHeight - innerHeight')).toBe(0);
    });
  });

/** What the command does fills the card, so the command itself is below. */
const FOLDERS = Array.from({ length: 60 }, (_, index) => `packages/package-number-${index}/build/output`);

for (const { how, answer } of [
  {
    how: 'holding its button',
    answer: async (page: Page, hold: Locator) => {
      await page.mouse.move(...(await middleOf(hold)));
      await page.mouse.down();
    },
  },
  {
    how: 'holding its key',
    answer: async (page: Page) => {
      await page.keyboard.press('ControlOrMeta+j');
      await page.keyboard.down('a');
    },
  },
  {
    how: 'typing its object',
    answer: async (page: Page) => {
      const typed = page.getByRole('textbox', { name: 'Type output to allow it' });
      await typed.fill('output');
      await typed.press('Enter');
    },
  },
])
  test(`what can’t be undone isn’t allowed by ${how} before it was in view`, async ({ startHost, page }) => {
    const { server, env } = await startModel({ blocks: [bash('b1', `rm -rf ${FOLDERS.join(' ')}`)] }, { blocks: [text('Cleaned.')] });
    await using _ = server;
    const file = `${FOLDERS[0]}/a.txt`;
    const { projectDir } = await startHost({ files: { [file]: 'a' }, env });
    await page.setViewportSize({ width: 1280, height: 480 });
    const { queue } = partsOf(page);
    await say(page, 'clean');
    const hold = queue.getByRole('button', { name: 'Hold to allow once' });
    await expect(hold).toBeEnabled();
    const command = queue.locator('pre, [role=group]').filter({ hasText: 'rm -rf' }).last();
    await expect(command).not.toBeInViewport({ ratio: 0.3 });
    await answer(page, hold);
    await expect(queue.getByText(NOT_IN_VIEW)).toBeVisible();
    await expect(hold).toHaveAttribute('data-holding', 'false');
    await page.mouse.up();
    await page.keyboard.up('a');
    expect(existsSync(join(projectDir, file))).toBe(true);
    // That has scrolled to it, and goes on to the rest: now it counts.
    await expect(command).toBeInViewport({ ratio: 0.3 });
    await expect(async () => {
      await page.mouse.up();
      await page.keyboard.up('a');
      if (await hold.isVisible()) await answer(page, hold);
      await expect(page.getByText('Cleaned.')).toBeVisible({ timeout: 3000 });
    }).toPass();
  });
