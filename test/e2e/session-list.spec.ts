import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const listOf = (page: Page) => page.getByRole('navigation', { name: 'Sessions' });

test('lists the sessions of a project with their state, and a key goes to the one that waits', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'one.txt', content: 'hello\n' })] },
    { blocks: [text('Nothing to do.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue, message } = partsOf(page);
  const list = listOf(page);
  await say(page, 'Write the first file');
  await expect(queue).toContainText('1 pending request');
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await expect(message).toBeFocused();
  await say(page, 'Look around');
  await expect(page.getByText('Nothing to do.')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+b');
  await expect(list.getByRole('textbox', { name: 'Filter sessions' })).toBeFocused();
  const waiting = list.getByRole('button', { name: 'Write the first file waiting' });
  await expect(waiting).toBeVisible();
  await expect(list.getByRole('button', { name: /^Look around/ })).toHaveAttribute('aria-current', 'true');
  // Project and state stand below the title, which has the width of the row.
  const needsYou = list.getByRole('region', { name: 'Needs you' }).getByRole('button').first();
  const title = await needsYou.getByText('Write the first file').locator('xpath=..').boundingBox();
  expect(title?.width).toBeGreaterThan(((await needsYou.boundingBox())?.width ?? Infinity) - 40);

  // F2 renames in place.
  await waiting.focus();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Title' }).fill('The first file');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: /^The first file waiting/ })).toBeVisible();

  // With a filter too, its Enter opens nothing.
  await list.getByRole('textbox').fill('r');
  await list.getByRole('button', { name: /^Look around/ }).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Looking around');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: /^Looking around/ })).toHaveAttribute('aria-current', 'true');

  await list.getByRole('textbox').fill('around');
  await expect(list.getByRole('button', { name: /^The first file/ })).toBeHidden();
  await page.keyboard.press('Escape');

  await page.keyboard.press('ControlOrMeta+Shift+j');
  await expect(page.getByRole('button', { name: 'Sessions, now The first file' })).toBeVisible();
  await expect(page).toHaveTitle(/The first file · project/);

  // The same marks in the menu, in the list of the folder's sessions and on the page of all projects.
  await page.getByRole('button', { name: 'Sessions, now The first file' }).click();
  await expect(page.getByRole('menuitem', { name: /The first file/ })).toContainText('waiting,');
  await page.getByRole('menuitem', { name: /All sessions/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'The first file' })).toContainText('waiting');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.type('Show all projects');
  await page.keyboard.press('Enter');
  const project = page.getByRole('region', { name: 'Recent projects' }).getByRole('button', { name: /^project/ });
  await expect(project).toContainText('1 waiting');
  await project.click();
  await expect(queue).toContainText('1 pending request');

  // Hidden stays hidden after a reload.
  await list.getByRole('button', { name: 'Hide the sessions' }).click();
  await page.reload();
  await expect(queue).toContainText('1 pending request');
  await expect(list).toBeHidden();
});

test('a session of another project opens from the list', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel({ blocks: [text('Done here.')] }, { blocks: [text('Done there.')] });
  await using _ = server;
  const first = await startHost({ files: {}, env });
  await say(first.page, 'Tidy the first project');
  await expect(first.page.getByText('Done here.')).toBeVisible();
  await first.stop();
  const other = join(homeDir, 'other');
  mkdirSync(other);
  const { page } = await startHost({ projectDir: other, env });
  await say(page, 'Tidy the other project');
  await expect(page.getByText('Done there.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  const list = listOf(page);
  await expect(list.getByRole('region', { name: 'other' })).toContainText('Tidy the other project');
  await list
    .getByRole('region', { name: 'project' })
    .getByRole('button', { name: /^Tidy the first project/ })
    .click();
  await expect(page.getByText('Done here.')).toBeVisible();
  await expect(page).toHaveTitle(/Tidy the first project · project/);
});

test('Ctrl+B shows and hides the list wherever the focus is, and Escape closes it where it covers the panes', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'pwd' })] }, { blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { message, timeline } = partsOf(page);
  const filter = listOf(page).getByRole('textbox', { name: 'Filter sessions' });
  await say(page, 'Where?');
  await expect(page.getByText('Done.')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+b');
  await expect(filter).toBeFocused();
  await timeline.focus();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(listOf(page)).toBeHidden();
  await expect(timeline).toBeFocused();

  await page.keyboard.press('ControlOrMeta+b');
  await expect(filter).toBeFocused();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(listOf(page)).toBeHidden();
  await expect(message).toBeFocused();

  // Beside the panes Escape leaves it.
  await page.keyboard.press('ControlOrMeta+b');
  await expect(filter).toBeFocused();
  await message.focus();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeVisible();

  // Above them it closes it: before the inspector, from the message box too, but not before a menu.
  await page.setViewportSize({ width: 1024, height: 700 });
  await timeline.getByRole('row').filter({ hasText: 'pwd' }).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeVisible();
  await page.getByRole('button', { name: /^Sessions, now/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(listOf(page)).toBeVisible();
  await message.focus();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeHidden();
  await expect(inspector).toBeVisible();
  await timeline.focus();
  await page.keyboard.press('Escape');
  await expect(inspector).toBeHidden();

  await page.keyboard.press('ControlOrMeta+b');
  await expect(filter).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeHidden();
});

test('a menu of a listed session renames, archives and deletes it, and says why not while its agent runs', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('Seen.')] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'one.txt', content: 'hello\n' })] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  const list = listOf(page);
  const menu = page.getByRole('menu');
  const rowOf = (title: string) => list.getByRole('button', { name: new RegExp(`^${title}`) });
  await say(page, 'Look around');
  await expect(page.getByText('Seen.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  // One without a message is no choice.
  await page.getByRole('button', { name: 'Sessions, now New session' }).click();
  await expect(menu.getByRole('menuitem', { name: /^Look around/ })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: /No messages/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await say(page, 'Write it');
  await expect(queue).toContainText('1 pending request');
  await page.keyboard.press('ControlOrMeta+b');

  await rowOf('Write it').click({ button: 'right' });
  for (const name of [/^Archive/, /^Delete…/]) {
    await expect(menu.getByRole('menuitem', { name })).toBeDisabled();
    await expect(menu.getByRole('menuitem', { name })).toContainText('Stop its agent first');
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(rowOf('Write it')).toBeFocused();

  await rowOf('Look around').hover();
  await list.getByRole('button', { name: 'More for Look around' }).click();
  await menu.getByRole('menuitem', { name: /^Rename/ }).click();
  await list.getByRole('textbox', { name: 'Title' }).fill('Survey');
  await page.keyboard.press('Enter');
  await expect(rowOf('Survey')).toBeVisible();

  // Archived: out of the list, found by its filter and under its own head, and taken back from there.
  await rowOf('Survey').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: /^Archive/ }).click();
  // The note goes by itself, so it is looked for first.
  await expect(page.getByText('Archived “Survey”')).toBeVisible();
  await expect(rowOf('Survey')).toBeHidden();
  await list.getByRole('textbox', { name: 'Filter sessions' }).fill('surv');
  await expect(rowOf('Survey')).toContainText('archived');
  await list.getByRole('textbox', { name: 'Filter sessions' }).fill('');
  await expect(rowOf('Survey')).toBeHidden();
  await list.getByRole('button', { name: 'Archived (1)' }).click();
  await rowOf('Survey').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect(list.getByRole('button', { name: /^Archived/ })).toBeHidden();
  await expect(rowOf('Survey')).toBeVisible();

  await rowOf('Survey').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete session' });
  await expect(dialog).toContainText('“Survey”');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(rowOf('Survey')).toBeVisible();
  await rowOf('Survey').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete session' }).click();
  await expect(rowOf('Survey')).toBeHidden();
  await expect(rowOf('Write it')).toBeVisible();
});

test('the width of the list is dragged or moved with keys, and kept', async ({ startHost }) => {
  const { page } = await startHost({ files: {} });
  // A key could come before the window takes any.
  await page.getByRole('button', { name: 'Show the sessions of all projects' }).click();
  const edge = page.getByRole('separator', { name: 'Resize the sessions' });
  const width = async () => (await listOf(page).boundingBox())?.width;
  await expect.poll(width).toBe(272);
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 3, 300);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 103, 300, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(360);
  await edge.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBeLessThan(360);
  const before = await width();
  await page.reload();
  await expect.poll(width).toBe(before);
  await edge.dblclick();
  await expect.poll(width).toBe(272);
  await page.setViewportSize({ width: 1120, height: 800 });
  await expect.poll(width).toBe(232);
  // A wide window has room for titles.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBe(300);
  await expect(edge).toHaveAttribute('aria-valuenow', '300');
});

test('a title has the room of its row, and leaves some to the buttons of the row that is pointed at; it is whole in the tooltip', async ({
  startHost,
}) => {
  const title = 'Round the totals of all invoices once, at the very end';
  const { server, env } = await startModel({ blocks: [text('Done.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, title);
  await expect(page.getByText('Done.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  const row = listOf(page).locator('[data-session]').first();
  // What cuts the text, not the text, which is longer.
  const label = row.getByText(title).locator('xpath=..');
  const more = listOf(page).getByRole('button', { name: `More for ${title}` });
  await expect(row).toHaveAttribute('title', new RegExp(`^${title}`));
  const before = await label.boundingBox();
  expect(before?.height, 'one line').toBeLessThan(24);
  await row.hover();
  await expect(more).toBeInViewport({ ratio: 1 });
  const pointed = await label.boundingBox();
  expect(pointed?.width).toBeLessThan(before?.width ?? 0);
  const rename = await listOf(page)
    .getByRole('button', { name: `Rename ${title}` })
    .boundingBox();
  expect(rename?.x).toBeGreaterThanOrEqual((pointed?.x ?? 0) + (pointed?.width ?? 0));
});
