import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { fakeEditor } from './fake-editor.ts';
import { expect, test } from './host.ts';
import { holdCommand } from './connection.ts';
import { partsOf, say, startModel } from './window.ts';

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const APP = `${LINES.join('\n')}\n`;
const FILES = { 'src/app.ts': APP, 'docs/notes.md': 'notes\n', 'old-name.txt': 'one\ntwo\nthree\n', 'mine.txt': 'mine\n' };
const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write', 'Edit', 'Read'] } });
const COMMAND =
  'sed -i -e "s/^line 3$/LINE 3/" -e "s/^line 30$/LINE 30/" src/app.ts; rm docs/notes.md; mv old-name.txt new-name.txt; printf "\\0" > made.bin';

test('lists changes by tools and commands, keeps or reverts them by file and hunk, and undoes a revert', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [toolUse('b1', 'Bash', { command: COMMAND }), toolUse('w1', 'Write', { file_path: 'new.txt', content: 'agent\n' })],
    },
    { blocks: [text('All changed.')] },
  );
  await using _ = server;
  const lists = await holdCommand(page, 'changes.list');
  const { url, projectDir } = await startHost({ files: { ...FILES, '.claude/settings.json': SETTINGS }, env, noPage: true });
  await page.goto(url);
  const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
  await page.getByRole('button', { name: /^Trust/ }).click();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  await expect(pane).toContainText('No changes yet');
  await say(page, 'Rework the app');
  await expect(page.getByText('All changed.')).toBeVisible();

  const list = pane.getByRole('list', { name: 'Changed files' });
  const file = (path: string) => list.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Revert ${path}` }) });
  await expect(list.getByRole('listitem')).toHaveCount(5);
  await expect(file('docs/notes.md')).toContainText('deleted');
  await expect(file('new-name.txt')).toContainText('renamed');
  await expect(file('made.bin')).toContainText('binary');
  await expect(file('new.txt')).toContainText('new');

  // The author: the edit by name, the command that ran meanwhile.
  await expect(file('new.txt')).toContainText('Changed by Write');
  // Short diffs are open from the start.
  const opener = file('src/app.ts').locator('[data-file]');
  await expect(opener).toHaveAttribute('aria-expanded', 'true');
  await opener.press('Enter');
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await opener.press('Enter');
  await file('src/app.ts')
    .getByRole('button', { name: /^Show the call: Run/ })
    .click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('sed -i');
  await page.keyboard.press('Escape');

  // One hunk is kept, the other is reverted.
  await expect(file('src/app.ts').getByRole('group')).toHaveCount(2);
  await file('src/app.ts').getByRole('button', { name: 'Keep the change at line 3', exact: true }).click();
  await expect(file('src/app.ts').getByRole('group')).toHaveCount(1);
  await file('src/app.ts').getByRole('button', { name: 'Revert the change at line 30' }).click();
  await expect.poll(() => read('src/app.ts')).toBe(APP.replace('line 3\n', 'LINE 3\n'));
  await expect(pane.getByText('Reverted 1 change of src/app.ts', { exact: true })).toBeVisible();
  await expect(page.getByText('Reverted 1 change of src/app.ts.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The revert of 1 change of src/app.ts was undone.', { exact: true })).toBeVisible();
  await expect.poll(() => read('src/app.ts')).toContain('LINE 30');

  // Reverting a renamed file restores its old name.
  await file('new-name.txt').getByRole('button', { name: 'Revert new-name.txt' }).click();
  await expect.poll(() => existsSync(join(projectDir, 'old-name.txt'))).toBe(true);
  expect(existsSync(join(projectDir, 'new-name.txt'))).toBe(false);
  await expect(list.getByRole('listitem')).toHaveCount(4);

  // A file changed meanwhile stays, and a message says so.
  await lists.hold();
  writeFileSync(join(projectDir, 'new.txt'), 'mine now\n');
  await file('new.txt').getByRole('button', { name: 'Revert new.txt' }).click();
  await expect(page.getByText('it has changed since the list was made').first()).toBeVisible();
  expect(read('new.txt')).toBe('mine now\n');
  lists.release();
  await expect(file('new.txt')).toContainText('not only by the agent');

  // Kept files leave the list and survive a reload; the rest is reverted except the person’s own.
  await file('made.bin').getByRole('button', { name: 'Keep made.bin' }).click();
  await expect(pane.getByText('Kept (1)')).toBeVisible();
  await page.reload();
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(pane.getByText('Kept (1)')).toBeVisible();
  await pane.getByRole('button', { name: 'Revert all' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert all' });
  await expect(dialog).toContainText('Revert 2 files?');
  await expect(dialog).toContainText('1 file stays as it is, because you or another program also changed it.');
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  // The kept hunk stays.
  await expect.poll(() => read('src/app.ts')).toBe(APP.replace('line 3\n', 'LINE 3\n'));
  expect([read('docs/notes.md'), read('new.txt'), existsSync(join(projectDir, 'made.bin'))]).toEqual(['notes\n', 'mine now\n', true]);
  // The person’s own file, and the one with the kept hunk.
  await expect(list.getByRole('listitem')).toHaveCount(2);
});

test('shows changes but disables reverting while a turn runs', async ({ startHost }) => {
  const { server, env } = await startModel({
    blocks: [toolUse('b1', 'Bash', { command: 'until [ -e looked ]; do sleep 0.1; done; printf b > a.txt; tail -f /dev/null' })],
  });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.txt': 'a', '.claude/settings.json': SETTINGS, '.gitignore': 'looked' }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'go');
  await page.keyboard.press('ControlOrMeta+4');
  // Changes a command makes long after its start are seen as well.
  await expect(page.getByText('Nothing has changed')).toBeVisible();
  writeFileSync(join(projectDir, 'looked'), '');
  const row = page.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
  await expect(row).toContainText('a.txt');
  await expect(row).not.toContainText('not only by the agent');
  await expect(row.getByRole('button', { name: 'Revert a.txt' })).toBeDisabled();
  await partsOf(page).stop.click();
  await expect(row.getByRole('button', { name: 'Revert a.txt' })).toBeEnabled();
});

test('opens a changed file in the editor at its line, or copies its path where there is no display', async ({
  startHost,
  homeDir,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'a b.txt', content: 'agent\n' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const editor = fakeEditor(homeDir);
  const first = await startHost({ files: { '.claude/settings.json': SETTINGS }, env: { ...env, ...editor.env } });
  const { page, projectDir } = first;
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'go');
  await expect(page.getByText('Written.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const row = page.getByRole('list', { name: 'Changed files' }).getByRole('listitem');
  await row.getByTitle('Open in your editor at line 1').click();
  await editor.expectOpened(`${join(projectDir, 'a b.txt')}:1:1`);

  await first.stop();
  await startHost({ projectDir, env });
  await page.getByRole('button', { name: /^Sessions/ }).click();
  await page.getByRole('menuitem', { name: /^go/ }).click();
  await page.keyboard.press('ControlOrMeta+4');
  await row.getByRole('button', { name: 'Open or copy a b.txt' }).click();
  await page.getByRole('menuitem', { name: 'Open in your editor' }).click();
  await expect(page.getByText('Path copied', { exact: true }).first()).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(join(projectDir, 'a b.txt'));
});

test('renders a long list of changed files lazily, and arrow keys move through it', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'mkdir many; for i in $(seq 1000 1349); do echo $i > many/$i.txt; done' })] },
    { blocks: [text('All made.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.local.json': '{"permissions":{"allow":["Bash"]}}' }, env });
  await say(page, 'Make many');
  await expect(page.getByText('All made.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const list = page.getByRole('list', { name: 'Changed files' });
  const shown = list.getByRole('listitem');
  await expect(page.getByRole('status').filter({ hasText: /^350 files$/ })).toBeVisible();
  await expect(shown).toHaveCount(100);
  await expect(page.getByRole('button', { name: 'Show 250 more files' })).toBeAttached();
  await shown.nth(99).locator('[data-file]').focus();
  await expect(shown).toHaveCount(200);
  await page.keyboard.press('ArrowDown');
  await expect(shown.nth(100).locator('[data-file]')).toBeFocused();
});

test('a revert says that it is at work, and the pane opens with what is listed already', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('w1', 'Write', { file_path: 'new.txt', content: 'agent\n' }),
        toolUse('w2', 'Write', { file_path: 'other.txt', content: 'agent\n' }),
      ],
    },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const reverts = await holdCommand(page, 'changes.revert');
  // The list is made when the turn has ended.
  const listed = new Promise<void>((resolve) => {
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => payload.includes('"changes.list"') && resolve()));
  });
  const { url, projectDir } = await startHost({ files: { '.claude/settings.json': SETTINGS }, env, noPage: true });
  await page.goto(url);
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'go');
  await expect(page.getByText('Written.')).toBeVisible();
  await listed;

  await page.keyboard.press('ControlOrMeta+4');
  await reverts.hold();
  const revert = page.getByRole('button', { name: 'Revert new.txt' });
  await revert.click();
  await expect(revert).toHaveAttribute('aria-busy', 'true');
  await expect(revert).toHaveText('Reverting…');
  await expect(revert).toBeFocused();
  // Another one waits for it.
  await page.getByRole('button', { name: 'Revert other.txt' }).click();
  reverts.release();
  await expect(page.getByText('Reverted other.txt', { exact: true })).toBeVisible();
  expect([existsSync(join(projectDir, 'new.txt')), existsSync(join(projectDir, 'other.txt'))]).toEqual([false, false]);
});
