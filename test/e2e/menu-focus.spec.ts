import type { Page } from 'playwright/test';
import { text } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });

test('what an item of a menu opens keeps the focus', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('High at noon.')] }, { blocks: [text('Since spring.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message } = partsOf(page);
  await say(page, 'When is the tide?');
  await expect(page.getByText('High at noon.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  // The message box of the session before has the focus too.
  await expect(page.getByText('High at noon.')).toBeHidden();
  await expect(message).toBeFocused();
  await say(page, 'Since when?');
  await expect(page.getByText('Since spring.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  const row = listOf(page).getByRole('button', { name: /^When is the tide/ });
  const menu = page.getByRole('menu');

  // Twice: the second time it isn't loaded first.
  const dialog = page.getByRole('dialog', { name: 'Delete session' });
  for (const time of [1, 2]) {
    await row.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(dialog, `${time}`).toBeVisible();
    await expect(menu).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Delete session' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }

  // The control of an earlier dialog doesn't get it back once more.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await message.click();
  await row.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: /^Rename/ }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await row.click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(row).toBeHidden();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).not.toBeFocused();
});

test('a menu opened by a key has its first item chosen; by the mouse, none', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('High at noon.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'When is the tide?');
  await expect(page.getByText('High at noon.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  const row = listOf(page).getByRole('button', { name: /^When is the tide/ });
  const menu = page.getByRole('menu');
  const first = menu.getByRole('menuitem').first();
  await expect(row).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();

  // Twice: the second time it isn't loaded first.
  for (const time of [1, 2]) {
    await page.keyboard.press('Shift+F10');
    await expect(first, `${time}`).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitem', { name: 'Archive' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(row).toBeFocused();
  }
  await page.keyboard.press('Shift+F10');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();

  await row.click({ button: 'right' });
  await expect(menu).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await row.hover();
  await listOf(page).getByRole('button', { name: 'More for When is the tide?' }).click();
  await expect(menu).toBeFocused();
});
