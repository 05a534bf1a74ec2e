import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const show = (page: Page, what: string) => page.getByRole('button', { name: `Show ${what}`, exact: true }).tap();
const edit = (id: string, path: string) => toolUse(id, 'Edit', { file_path: path, old_string: 'two', new_string: 'changed\nmore' });
const FILES = ['src/a.js', 'lib/deep/client.js'];

test('with fingers, a tap on a changed line offers a comment on it, in a box as wide as the change', async ({ startHost, page }) => {
  const allow = JSON.stringify({ permissions: { allow: ['Edit'] } });
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.js' })] },
    { blocks: [edit('e1', 'a.js')] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: { 'a.js': 'one\ntwo\nthree\n', '.claude/settings.local.json': allow }, env });
  await say(page, 'edit');
  await expect(page.getByText('Done.')).toBeVisible();
  await show(page, 'changes');
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  const offer = changes.locator('[data-line]').filter({ hasText: 'more' }).getByRole('button', { name: 'Comment on line 3' });
  await expect(offer).toHaveCSS('opacity', '0');
  await changes.getByText('more', { exact: true }).tap();
  await expect(offer).toHaveCSS('opacity', '1');
  const { width, height } = (await offer.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBe(40);
  await offer.tap();
  const comment = changes.getByRole('textbox', { name: 'Comment on line 3' });
  await expect(comment).toBeFocused();
  expect((await comment.boundingBox())?.width).toBeGreaterThan(220);
  await comment.fill('Less');
  await changes.getByRole('button', { name: 'Add to the message' }).tap();
  await show(page, 'conversation');
  await expect(partsOf(page).message).toHaveValue(/a\.js, line 3:[^]*Less/u);
});

/** What of a dialog reaches out of it at the side. */
const CUT = `[...document.querySelectorAll('[role=dialog] :is(button, input, td, th, li)')]
  .filter((one) => one.getBoundingClientRect().right > one.closest('[role=dialog]').getBoundingClientRect().right)
  .map((one) => one.textContent)`;

test('on a phone usage and the report fit its width, and the project menu opens the palette', async ({ startHost, page }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: FILES[0] })] },
    { blocks: [toolUse('w1', 'Write', { file_path: 'packages/core/source/parser.ts', content: 'one\n' })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  await startHost({ files: { 'src/a.js': 'one\n' }, env });
  await say(page, 'write');
  await partsOf(page).allow.tap();
  await expect(page.getByText('Done.')).toBeVisible();
  await page.locator('[data-anchor="usage"]').tap();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Main agent')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Compact now' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(CUT)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).getByRole('button').tap();
  await page.getByRole('menuitem', { name: 'Command palette…' }).tap();
  await page.getByRole('combobox', { name: 'Search commands' }).fill('what agents touched');
  await page.getByRole('option', { name: 'Show what agents touched' }).tap();
  const path = dialog.getByRole('cell', { name: 'packages/core/source/parser.ts', exact: true });
  await expect(path).toBeVisible();
  expect((await path.boundingBox())?.width).toBeGreaterThan(120);
  expect(await page.evaluate(CUT)).toEqual([]);
});

test('on a phone “More below” covers no button of a request, and terminals aren’t offered side by side', async ({ startHost, page }) => {
  const read = (path: string) => toolUse(`r${path}`, 'Read', { file_path: path });
  const { server, env } = await startModel(
    { blocks: FILES.map(read) },
    { blocks: [...FILES.map((path) => edit(`e${path}`, path)), toolUse('b1', 'Bash', { command: 'sleep 30' })] },
  );
  await using _ = server;
  const long = `${Array.from({ length: 20 }, (_each, index) => `line ${index}`).join('\n')}\ntwo\n`;
  await startHost({ files: Object.fromEntries(FILES.map((path) => [path, long])), env });
  await say(page, 'edit');
  const { queue } = partsOf(page);
  const more = queue.getByText('More below');
  await expect(more).toBeVisible();
  const pill = await more.boundingBox();
  for (const button of await queue.getByRole('button', { name: /^(?:Allow|Deny) only this/u }).all()) {
    const box = await button.boundingBox();
    expect((pill?.x ?? 0) + (pill?.width ?? 0)).toBeLessThan(box?.x ?? 0);
  }
  await show(page, 'terminals');
  await expect(page.getByRole('button', { name: 'Split side by side' })).toHaveCount(0);
});
