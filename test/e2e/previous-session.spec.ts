import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const BACK = 'ControlOrMeta+Shift+k';

const expectShown = (page: Page, title: string, project: string) => expect(page).toHaveTitle(`${title} · ${project} · Gatehouse`);

test('a key goes to the previous session, of another project too, and back', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(...['There.', 'One.', 'Two.'].map((answer) => ({ blocks: [text(answer)] })));
  await using _ = server;
  const billing = join(homeDir, 'billing');
  mkdirSync(billing);
  const first = await startHost({ projectDir: billing, env });
  await say(first.page, 'Fix the invoices');
  await expect(first.page.getByText('There.')).toBeVisible();
  await first.stop();

  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'Apples');
  await expect(page.getByText('One.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Berries');
  await expect(page.getByText('Two.')).toBeVisible();

  await page.keyboard.press(BACK);
  await expectShown(page, 'Apples', 'project');
  await expect(message).toBeFocused();
  await page.keyboard.press(BACK);
  await expectShown(page, 'Berries', 'project');

  // A pane that stands in place of the conversation gives way.
  await page.keyboard.press('ControlOrMeta+,');
  await expect(message).toBeHidden();
  await page.keyboard.press(BACK);
  await expect(page.getByText('One.')).toBeVisible();
  await expect(message).toBeFocused();

  // Also one that is only about to be shown.
  await page.evaluate(`for (const key of [{ key: ',', code: 'Comma' }, { key: 'K', code: 'KeyK', shiftKey: true }])
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { ...key, ctrlKey: true, bubbles: true }));`);
  await expectShown(page, 'Berries', 'project');
  await page.evaluate('new Promise(requestAnimationFrame)');
  await expect(message).toBeFocused();
  await page.keyboard.press(BACK);
  await expectShown(page, 'Apples', 'project');

  // Also from a shell, and between projects.
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  const list = page.getByRole('navigation', { name: 'Sessions' });
  await list.getByRole('button', { name: /^Fix the invoices/ }).click();
  await expectShown(page, 'Fix the invoices', 'billing');
  await page.keyboard.press(BACK);
  await expectShown(page, 'Apples', 'project');
  await page.keyboard.press('ControlOrMeta+t');
  await expect(page.locator('.xterm :focus')).toHaveCount(1);
  await page.keyboard.press(BACK);
  await expectShown(page, 'Fix the invoices', 'billing');

  // After a reload too, and from the palette.
  await page.reload();
  await expect(message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('previous session');
  await expect(page.getByRole('option').first()).toContainText('Go to the previous session');
  await page.keyboard.press('Enter');
  await expectShown(page, 'Apples', 'project');
});
