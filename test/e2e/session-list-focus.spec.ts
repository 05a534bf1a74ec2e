import type { Locator, Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });
const rowOf = (page: Page, title: string) => listOf(page).getByRole('button', { name: new RegExp(`^${title}`) });

/** A session for each title, the last one shown, and the list of sessions with the focus in its filter. */
async function startSessions(page: Page, titles: readonly string[]): Promise<void> {
  const { message } = partsOf(page);
  for (const [index, title] of titles.entries()) {
    if (index > 0) {
      await page.keyboard.press('ControlOrMeta+Shift+o');
      await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
      await expect(message).toBeFocused();
    }
    await say(page, title);
    await expect(page.getByText(`Answer ${index}.`)).toBeVisible();
  }
  await page.keyboard.press('ControlOrMeta+b');
  await expect(listOf(page).getByRole('textbox', { name: 'Filter sessions' })).toBeFocused();
  for (const title of titles) await expect(rowOf(page, title)).toBeVisible();
}

async function chooseByKeys(menu: Locator, name: RegExp): Promise<void> {
  await expect(menu).toBeVisible();
  const item = menu.getByRole('menuitem', { name });
  await item.focus();
  await item.press('Enter');
  await expect(menu).toBeHidden();
}

const answers = (count: number) => Array.from({ length: count }, (_, index) => ({ blocks: [text(`Answer ${index}.`)] }));

test('a renamed session keeps the focus, however its title was changed', async ({ startHost }) => {
  const { server, env } = await startModel(...answers(3));
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await startSessions(page, ['Apples', 'Berries', 'Cherries']);
  const title = listOf(page).getByRole('textbox', { name: 'Title' });
  const menu = page.getByRole('menu');

  // The first and the last, and from the empty filter to the shown one.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect(rowOf(page, 'Apples')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rowOf(page, 'Cherries')).toBeFocused();
  const filter = listOf(page).getByRole('textbox', { name: 'Filter sessions' });
  await filter.fill('app');
  await page.keyboard.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(filter).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Cherries')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(filter).toBeFocused();

  // By F2, reached from above and from below.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Berries')).toBeFocused();
  await page.keyboard.press('F2');
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Berries')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('F2');
  await title.fill('Blueberries');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Blueberries')).toBeFocused();

  // By the menu, with keys and with the mouse.
  await page.keyboard.press('Shift+F10');
  await chooseByKeys(menu, /^Rename/);
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'Blueberries')).toBeFocused();
  await rowOf(page, 'Apples').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: /^Rename/ }).click();
  await title.fill('Oranges');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Oranges')).toBeFocused();

  // By its pencil.
  await rowOf(page, 'Blueberries').hover();
  await listOf(page).getByRole('button', { name: 'Rename Blueberries' }).click();
  await title.fill('Plums');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Plums')).toBeFocused();
});

test('when a session is archived or deleted, the next one has the focus', async ({ startHost }) => {
  const { server, env } = await startModel(...answers(5));
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await startSessions(page, ['Apples', 'Berries', 'Cherries', 'Dates', 'Elderberries']);
  const menu = page.getByRole('menu');
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'Cherries')).toBeFocused();

  await page.keyboard.press('Shift+F10');
  await chooseByKeys(menu, /^Archive/);
  await expect(rowOf(page, 'Cherries')).toBeHidden();
  await expect(rowOf(page, 'Berries')).toBeFocused();

  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'Dates')).toBeFocused();
  const dialog = page.getByRole('dialog', { name: 'Delete session' });
  const deleteFocused = async () => {
    await page.keyboard.press('Shift+F10');
    await chooseByKeys(menu, /^Delete/);
    await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  };
  await deleteFocused();
  await expect(rowOf(page, 'Dates')).toBeHidden();
  await expect(rowOf(page, 'Berries')).toBeFocused();

  // The last one: the one before.
  await page.keyboard.press('ArrowDown');
  await deleteFocused();
  await expect(rowOf(page, 'Apples')).toBeHidden();
  await expect(rowOf(page, 'Berries')).toBeFocused();
  // In place of the shown one a new session opens, with the focus in its message box.
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'Elderberries')).toBeFocused();
  await deleteFocused();
  await expect(rowOf(page, 'Elderberries')).toBeHidden();
  await expect(partsOf(page).message).toBeFocused();
});

test('a session renamed under “Needs you” keeps its place and the focus there', async ({ startHost }) => {
  const writes = (file: string) => ({ blocks: [toolUse(file, 'Write', { file_path: file, content: 'x\n' })] });
  const { server, env } = await startModel(writes('a.txt'), writes('b.txt'));
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Apples');
  await expect(queue).toContainText('1 pending request');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, 'Berries');
  await expect(queue).toContainText('2 pending requests');
  await page.keyboard.press('ControlOrMeta+b');
  const needsYou = listOf(page).getByRole('region', { name: 'Needs you' });
  const project = listOf(page).getByRole('region', { name: 'project' });
  const rows = needsYou.getByRole('button');
  await expect(rows).toHaveText([/^Apples/, /^Berries/]);

  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toBeFocused();
  await page.keyboard.press('F2');
  const title = listOf(page).getByRole('textbox', { name: 'Title' });
  await expect(needsYou.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await expect(title).toHaveCount(1);
  await page.keyboard.type('Oranges');
  await page.keyboard.press('Enter');
  // In both places; the oldest stays the first here, and the newest there.
  await expect(rows).toHaveText([/^Oranges/, /^Berries/]);
  await expect(project.locator('[data-session]')).toHaveText([/^Berries/, /^Oranges/]);
  await expect(rows.first()).toBeFocused();

  // By the menu too.
  await page.keyboard.press('Shift+F10');
  await chooseByKeys(page.getByRole('menu'), /^Rename/);
  await expect(needsYou.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rows.first()).toBeFocused();

  // What no longer needs the person is left in its project.
  await page.keyboard.press('ArrowDown');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('ControlOrMeta+.');
  await expect(rows).toHaveText([/^Oranges/]);
  await expect(project.getByRole('button', { name: /^Berries/ })).toBeFocused();
});

test('keys reach the archived ones, go by pages, and lead back to a filter that is set', async ({ startHost }) => {
  const { server, env } = await startModel(...answers(3));
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await startSessions(page, ['Apples', 'Berries', 'Cherries']);
  const filter = listOf(page).getByRole('textbox', { name: 'Filter sessions' });
  await rowOf(page, 'Apples').focus();
  await page.keyboard.press('Shift+F10');
  await chooseByKeys(page.getByRole('menu'), /^Archive/);
  const fold = listOf(page).getByRole('button', { name: 'Archived (1)' });
  await expect(fold).toBeVisible();

  await rowOf(page, 'Cherries').focus();
  await page.keyboard.press('PageDown');
  await expect(fold).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Apples')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(fold).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, 'Berries')).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(rowOf(page, 'Cherries')).toBeFocused();

  await filter.fill('berr');
  await expect(rowOf(page, 'Cherries')).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'Berries')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(filter).toBeFocused();
  await expect(filter).toHaveValue('berr');
  await page.keyboard.press('Escape');
  await expect(filter).toHaveValue('');
});
