import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test, writeFiles } from './host.ts';
import { holdCommand } from './connection.ts';
import { partsOf } from './window.ts';

/** Drops a real folder, like the system's file manager. */
async function dropFolder(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
}

test('the first run offers a key, a compatible server and the demo', async ({ startHost }) => {
  const { page } = await startHost();
  for (const name of ['Try the demo', 'Enter a key', 'Use a compatible server'])
    await expect(page.getByRole('button', { name })).toBeVisible();
});

test('opens a folder dropped on the window', async ({ startHost, homeDir }) => {
  const folder = join(homeDir, 'code', 'garden');
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, { 'package.json': '{}', 'src/plant.js': '' });
  const { page } = await startHost();
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await dropFolder(page, folder);
  await expect(page.getByText('garden').first()).toBeVisible();
  await expect(partsOf(page).timeline).toBeVisible();
});

test('offers a folder picker in the window where the host has no dialog', async ({ startHost, homeDir }) => {
  mkdirSync(join(homeDir, 'orchard'));
  const { page } = await startHost();
  await page
    .getByRole('button', { name: /open a? ?folder/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('orchard').click();
  await dialog.getByRole('button', { name: /^open/i }).last().click();
  await expect(partsOf(page).message).toBeVisible();
  await expect(page.getByText('orchard').first()).toBeVisible();
});

test('a folder typed just as the first listing arrives isn’t added to its path', async ({ startHost, homeDir }) => {
  mkdirSync(join(homeDir, 'orchard'));
  const { page } = await startHost();
  await page.getByRole('button', { name: 'Open folder' }).click();
  const folder = page.getByRole('dialog').getByRole('textbox', { name: 'Folder' });
  await expect(folder).toHaveValue(homeDir);
  await page.keyboard.insertText(join(homeDir, 'orchard'));
  await expect(folder).toHaveValue(join(homeDir, 'orchard'));
});

test('opens the folder last entered, even when its listing arrives late', async ({ page, startHost, homeDir }) => {
  mkdirSync(join(homeDir, 'orchard'));
  const lists = await holdCommand(page, 'project.browse');
  const { url } = await startHost({ noPage: true });
  await page.goto(url);
  await page.getByRole('button', { name: 'Open folder' }).click();
  const dialog = page.getByRole('dialog');
  const orchard = dialog.getByRole('button', { name: 'orchard' });
  await expect(orchard).toBeVisible();
  await lists.hold();
  await orchard.click();
  const open = dialog.getByRole('button', { name: 'Open this folder' });
  await expect(open).toBeDisabled();
  lists.release();
  await open.click();
  await expect(page.getByRole('heading', { name: 'orchard' })).toBeVisible();
});

test('lists and completes the folders that a typed path leads to', async ({ startHost, homeDir }) => {
  for (const folder of ['garden/apples', 'garden/apricots', 'garage']) mkdirSync(join(homeDir, folder), { recursive: true });
  const { page } = await startHost();
  await page.getByRole('button', { name: 'Open folder' }).click();
  const dialog = page.getByRole('dialog');
  const path = dialog.getByRole('textbox', { name: 'Folder' });
  const folders = dialog.getByRole('list', { name: 'Folders' }).locator('[data-folder]');
  await expect(path).toHaveValue(homeDir);
  await path.fill(join(homeDir, 'ga'));
  await expect(folders).toHaveText(['garage', 'garden']);
  await path.press('Tab');
  await expect(path).toHaveValue(join(homeDir, 'gar'));
  await path.pressSequentially('D');
  await expect(folders).toHaveText(['garden']);
  await path.press('Tab');
  await expect(path).toHaveValue(`${join(homeDir, 'garden')}/`);
  await expect(folders).toHaveText(['apples', 'apricots']);
  await path.pressSequentially('x');
  await expect(dialog).toContainText('No folder here starts with “x”');
  // Nothing to complete: Tab moves on.
  await path.press('Tab');
  await expect(path).not.toBeFocused();
  await path.fill(`${join(homeDir, 'garden')}/apr`);
  await path.press('Tab');
  await expect(path).toHaveValue(`${join(homeDir, 'garden/apricots')}/`);
  await dialog.getByRole('button', { name: 'Open this folder' }).click();
  await expect(page.getByRole('heading', { name: 'apricots' })).toBeVisible();
});

test('Enter lists the typed folder and, again, opens it; its folders are one stop for Tab', async ({ startHost, homeDir }) => {
  for (const folder of ['orchard/apples', 'orchard/pears']) mkdirSync(join(homeDir, folder), { recursive: true });
  const { page } = await startHost();
  await page.getByRole('button', { name: 'Open folder' }).click();
  const dialog = page.getByRole('dialog');
  const path = dialog.getByRole('textbox', { name: 'Folder' });
  await expect(path).toHaveValue(homeDir);
  await path.fill(join(homeDir, 'orchard'));
  await expect(dialog).toContainText('Enter lists this folder, Enter again opens it');
  await path.press('Enter');
  await expect(dialog.getByRole('button', { name: 'pears' })).toBeVisible();
  await expect(dialog).toContainText('Enter opens this folder');
  await path.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Open this folder' })).toBeFocused();
  await path.press('Enter');
  await expect(page.getByRole('heading', { name: 'orchard' })).toBeVisible();
});

test('lists what an untrusted folder defines, and applies it only after trust', async ({ startHost }) => {
  const { page } = await startHost({ files: { '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash(npm run *)'] } }) } });
  await expect(page.getByText('Bash(npm run *)').first()).toBeVisible();
  await page.getByRole('button', { name: /trust/i }).first().click();
  await expect(page.getByRole('button', { name: /trust this folder/i })).toBeHidden();
});

test('navigates folders by keyboard alone', async ({ startHost, homeDir }) => {
  for (const folder of ['garden', 'orchard/apples']) mkdirSync(join(homeDir, 'land', folder), { recursive: true });
  const { page } = await startHost();
  await expect(page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+o');
  const dialog = page.getByRole('dialog');
  const folder = (name: string) => dialog.getByRole('button', { name, exact: true });
  await expect(dialog.getByRole('textbox', { name: 'Folder' })).toBeFocused();
  await expect(folder('land')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(folder('Parent folder')).toBeFocused();
  await folder('land').focus();
  await page.keyboard.press('Enter');
  await expect(folder('garden')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(folder('orchard')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(folder('apples')).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(folder('garden')).toBeFocused();
});

test('the times of recent projects grow older on the screen', async ({ page, startHost }) => {
  await page.clock.install();
  await startHost({ files: {} });
  await expect(partsOf(page).message).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('Show all projects');
  await page.keyboard.press('Enter');
  const project = page.getByRole('region', { name: 'Recent projects' }).getByRole('button', { name: /^project/ });
  await expect(project).toContainText('now');
  await page.clock.fastForward('03:00');
  await expect(project).toContainText('3 minutes ago');
});
