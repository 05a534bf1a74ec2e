import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write', 'Edit', 'Read'] } });

/** By how much what is around the list could be scrolled. */
const MOST_AROUND = `(() => {
  let most = 0;
  for (let at = document.querySelector('[data-scroller]').parentElement; at; at = at.parentElement)
    most = Math.max(most, at.scrollHeight - at.clientHeight);
  return most;
})()`;

test('an overview names the files and leads to each, and a revert can be undone until the next turn', async ({ startHost }) => {
  const long = Array.from({ length: 200 }, (_, index) => `line ${index}\n`).join('');
  const write = (id: string, path: string, content: string) => toolUse(id, 'Write', { file_path: path, content });
  const { server, env } = await startModel(
    { blocks: [write('w1', 'a-long.txt', long), write('w2', 'b/same.txt', 'b\n'), write('w3', 'c/same.txt', 'c\n')] },
    { blocks: [text('All written.')] },
    { blocks: [write('w4', 'd.txt', 'd\n')] },
    { blocks: [text('Nothing more.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Write them');
  await expect(page.getByText('All written.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const overview = pane.getByRole('navigation', { name: 'Overview of the changed files' });
  await expect(overview.getByRole('link')).toHaveText([/^a-long\.txt.*\+200/, /^b\/same\.txt/, /^c\/same\.txt/]);

  // Even below a long diff.
  const file = (path: string) => pane.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Revert ${path}` }) });
  await overview.getByRole('link', { name: /a-long/ }).click();
  await expect(file('a-long.txt').locator('[data-file]')).toHaveAttribute('aria-expanded', 'true');
  await expect(file('c/same.txt')).not.toBeInViewport();
  // Nothing around the list scrolls with it, as texts for screen readers alone made it.
  expect(await page.evaluate<number>(MOST_AROUND)).toBeLessThanOrEqual(1);
  await overview.getByRole('link', { name: /^c/ }).click();
  await expect(file('c/same.txt').locator('[data-file]')).toBeInViewport();
  await expect(file('c/same.txt').locator('[data-file]')).toBeFocused();

  const undo = pane.getByRole('button', { name: 'Undo' });
  await file('b/same.txt').getByRole('button', { name: 'Revert b/same.txt' }).click();
  await expect(pane.getByText('Reverted b/same.txt')).toBeVisible();
  expect(existsSync(join(projectDir, 'b/same.txt'))).toBe(false);
  // It is still there after another pane was shown.
  await page.keyboard.press('ControlOrMeta+5');
  await page.keyboard.press('ControlOrMeta+4');
  await undo.click();
  await expect.poll(() => existsSync(join(projectDir, 'b/same.txt'))).toBe(true);
  await expect(undo).toBeHidden();
  await expect(page.getByText('The revert of b/same.txt was undone.')).toBeVisible();

  await file('c/same.txt').getByRole('button', { name: 'Revert c/same.txt' }).click();
  await expect(undo).toBeVisible();
  await say(page, 'Anything else?');
  await expect(page.getByText('Nothing more.')).toBeVisible();
  await expect(undo).toBeHidden();
});

test('a revert is no longer offered for undo once files were restored', async ({ startHost }) => {
  const write = (id: string, path: string) => toolUse(id, 'Write', { file_path: path, content: 'x\n' });
  const { server, env } = await startModel({ blocks: [write('w1', 'a.txt'), write('w2', 'b.txt')] }, { blocks: [text('Both written.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Write them');
  await expect(page.getByText('Both written.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  await pane.getByRole('button', { name: 'Revert a.txt' }).click();
  await expect(pane.getByText('Reverted a.txt', { exact: true })).toBeVisible();
  // The window has heard of it, and it is still offered.
  await expect(page.getByText('Reverted a.txt.', { exact: true })).toBeVisible();
  await expect(pane.getByText('Reverted a.txt', { exact: true })).toBeVisible();

  const message = page.getByRole('article', { name: 'You' });
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: /Restore…/ }).click();
  await page.getByRole('dialog', { name: 'Restore', exact: true }).getByRole('button', { name: 'Restore 1 file' }).click();
  await expect.poll(() => existsSync(join(projectDir, 'b.txt'))).toBe(false);
  await expect(pane.getByText('Reverted a.txt', { exact: true })).toBeHidden();
});

test('many files are listed by folder, filtered, folded and gone through', async ({ startHost }) => {
  const make = [
    'mkdir -p src/app/util src/web docs',
    'for i in $(seq 1 12); do echo $i > src/app/util/u$i.ts; done',
    'for i in $(seq 1 6); do seq 1 30 > src/web/w$i.ts; done',
    'seq 1 300 > docs/long.md',
    'seq 1 4 > package-lock.json',
    'rm old.txt',
  ].join('; ');
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: make })] }, { blocks: [text('All made.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'old.txt': 'old\n', '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Make many');
  await expect(page.getByText('All made.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const list = pane.getByRole('list', { name: 'Changed files' });
  const file = (path: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Revert ${path}`, exact: true }) });
  const opener = (path: string) => file(path).locator('[data-file]');
  const overview = pane.getByRole('navigation', { name: 'Overview of the changed files' });
  await expect(list.getByRole('listitem')).toHaveCount(21);

  // The command names the file that it deletes; of the others it is only known that they changed meanwhile.
  await expect(file('old.txt')).toContainText(/Changed by\s*mkdir/);
  // A deleted file’s buttons stand where the others’ do.
  const edge = async (path: string) => {
    const box = await file(path)
      .getByRole('button', { name: `Revert ${path}`, exact: true })
      .boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  expect(Math.abs((await edge('old.txt')) - (await edge('package-lock.json')))).toBeLessThan(1);

  // Folders that hold one folder are one; a folder folds.
  const folder = overview.getByRole('button', { name: 'app/util', exact: true });
  await expect(overview.getByRole('link', { name: /^u7\.ts/ })).toBeVisible();
  await folder.click();
  await expect(overview.getByRole('link', { name: /^u7\.ts/ })).toHaveCount(0);
  await folder.click();

  // Long and generated diffs say why they are folded.
  await expect(file('docs/long.md')).toContainText('Folded: 300 changed lines');
  await expect(file('package-lock.json')).toContainText('Folded: generated file');

  // The overview marks where one is, and the keys go on from there.
  await overview.getByRole('link', { name: /^u11\.ts/ }).click();
  await expect(opener('src/app/util/u11.ts')).toBeFocused();
  await expect(overview.getByRole('link', { name: /^u11\.ts/ })).toHaveAttribute('aria-current', 'location');
  await page.keyboard.press('j');
  await expect(opener('src/app/util/u12.ts')).toBeFocused();
  await expect(overview.locator('[aria-current]')).toHaveText(/^u12\.ts/);
  await page.keyboard.press('k');
  await expect(opener('src/app/util/u11.ts')).toBeFocused();
  await pane.getByRole('button', { name: 'Next file' }).click();
  await expect(opener('src/app/util/u12.ts')).toBeFocused();

  // All are unfolded; only the diffs near the viewport are drawn.
  await pane.getByRole('button', { name: 'Collapse all' }).click();
  await expect(list.locator('[data-file][aria-expanded="true"]')).toHaveCount(0);
  await pane.getByRole('button', { name: 'Expand all' }).click();
  await expect(list.locator('[data-file][aria-expanded="true"]')).toHaveCount(21);
  await overview.getByRole('link', { name: /^long\.md/ }).click();
  await expect(file('docs/long.md').getByRole('group')).toBeVisible();
  await expect(file('src/web/w6.ts').getByRole('group')).toHaveCount(0);

  // Reverting all means those listed.
  await pane.getByRole('searchbox', { name: 'Filter files' }).fill('UTIL/u1');
  await expect(list.getByRole('listitem')).toHaveCount(4);
  await expect(overview.getByRole('link')).toHaveCount(4);
  await expect(pane.getByText('4 of 21 files', { exact: true }).first()).toBeAttached();
  await pane.getByRole('button', { name: 'Revert these 4' }).click();
  const dialog = page.getByRole('dialog', { name: /^Revert these/ });
  await expect(dialog).toContainText('Revert 4 files?');
  await expect(dialog).toContainText('17 files stay as they are, because the filter hides them.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // The question counts what there is now, not what was listed.
  rmSync(join(projectDir, 'src/app/util/u1.ts'));
  await pane.getByRole('button', { name: /^Revert these/ }).click();
  await expect(dialog).toContainText('Revert 3 files?');
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  await expect(pane.getByText('No changed file matches the filter.').or(list)).toBeVisible();
  await expect.poll(() => existsSync(join(projectDir, 'src/app/util/u12.ts'))).toBe(false);
  expect(existsSync(join(projectDir, 'src/app/util/u2.ts'))).toBe(true);
});
