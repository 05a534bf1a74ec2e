import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { readSessionEvents } from './session-files.ts';
import { partsOf, say, startModel } from './window.ts';

const COMMAND = 'printf "one\\nTWO\\n" > src/app.ts; rm docs/notes.md; printf x > made.txt';
const REMOVE = 'rm -rf dist';
const FILES = {
  'src/app.ts': 'one\ntwo\n',
  'docs/notes.md': 'notes\n',
  '.gitignore': 'dist/\n.env\n*.log\n',
  'dist/out.js': 'built',
  '.env': 'KEY=mine\n',
  'a.log': 'log\n',
  'mine.txt': 'mine\n',
};
const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write', 'Edit'] } });

test('restores files a command changed from its message, and undoes that', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('b1', 'Bash', { command: COMMAND }),
        toolUse('b2', 'Bash', { command: `cd . && ${REMOVE}; mv a.log ..` }),
        toolUse('b3', 'Bash', { command: 'echo built > build.log' }),
        toolUse('w1', 'Write', { file_path: 'new.txt', content: 'agent' }),
      ],
    },
    { blocks: [text('All changed.')] },
  );
  await using _ = server;
  const { page, projectDir, stateDir } = await startHost({ files: { ...FILES, '.claude/settings.json': SETTINGS }, env });
  const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Rework the app');
  await expect(page.getByText('All changed.')).toBeVisible();
  await expect(partsOf(page).stop).toBeHidden();
  expect(existsSync(join(projectDir, 'docs/notes.md'))).toBe(false);
  // Changed by a person, after the agent’s end is logged.
  const phases = () => readSessionEvents(stateDir).flatMap((event) => (event.type === 'checkpoint.taken' ? [event.data.phase] : []));
  await expect.poll(phases).toEqual(['before', 'after']);
  writeFileSync(join(projectDir, 'made.txt'), 'mine now');

  const message = page.getByRole('article', { name: 'You' });
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: /Restore…/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore', exact: true });
  await expect(dialog.getByRole('checkbox')).toHaveCount(4);
  await expect(dialog).toContainText('1 file has been changed since then by you or another program');
  await expect(dialog.getByRole('checkbox', { name: 'Restore made.txt' })).not.toBeChecked();
  await dialog.getByRole('button', { name: /src\/app\.ts/ }).press('Enter');
  await expect(dialog.getByLabel('Changes to src/app.ts')).toContainText('TWO');
  // What is lost is said, what was changed can be unfolded, what nobody touched isn’t named.
  await expect(dialog.getByRole('list', { name: 'Gone for good' }).getByRole('listitem')).toHaveText([
    'a.log was moved away by mv a.log .. and isn’t in the checkpoint.',
    `dist/ was deleted by ${REMOVE} and isn’t in the checkpoint.`,
  ]);
  await dialog.getByText('1 path can’t be restored', { exact: true }).click();
  await expect(dialog).toContainText('build.log');
  await expect(dialog).not.toContainText('.env');

  await dialog.getByRole('button', { name: 'Restore 3 files' }).click();
  await expect(dialog).toBeHidden();
  const notes = page.getByRole('region', { name: 'Notifications' });
  await expect(notes).toContainText('Restored 3 files to the state before “Rework the app”');
  expect([read('src/app.ts'), read('docs/notes.md'), read('made.txt')]).toEqual(['one\ntwo\n', 'notes\n', 'mine now']);
  expect(existsSync(join(projectDir, 'new.txt'))).toBe(false);

  await notes.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(notes).toContainText('The restore of 3 files was undone');
  expect([read('src/app.ts'), read('new.txt')]).toEqual(['one\nTWO\n', 'agent']);
  await expect(page.getByText('Restored 3 files to an earlier state.')).toHaveCount(1);
  await expect(page.getByText('The restore of 3 files was undone.')).toHaveCount(1);

  // The palette asks for the state first.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('restore files');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'States of the files' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await dialog.getByRole('button', { name: /Rework the app/ }).click();
  await expect(dialog.getByRole('checkbox')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // Both: the message returns to the box with its files.
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: /Restore…/ }).click();
  await dialog.getByRole('radio', { name: 'Both' }).check();
  await dialog.getByRole('button', { name: 'Restore 3 files and the conversation' }).click();
  await expect(dialog).toBeHidden();
  await expect(notes).toContainText('Restored 3 files and the conversation to the state before “Rework the app”');
  await expect(partsOf(page).message).toHaveValue('Rework the app');
  await expect(page.getByText('Rewound 1 message', { exact: true })).toBeVisible();
  expect([read('src/app.ts'), read('made.txt')]).toEqual(['one\ntwo\n', 'mine now']);
});

test('a message without changes offers no restore', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('Hello.')] });
  await using _ = server;
  const { page } = await startHost({ files: FILES, env });
  await say(page, 'hi');
  await expect(page.getByText('Hello.')).toBeVisible();
  const message = page.getByRole('article', { name: 'You' });
  await message.hover();
  await message.getByRole('button', { name: 'Message actions' }).click();
  await page.getByRole('menuitem', { name: /Restore…/ }).click();
  await expect(page.getByRole('dialog', { name: 'Restore', exact: true })).toContainText('Nothing to restore');
});

test('while a turn runs, the dialog offers to stop it, and then restores', async ({ startHost }) => {
  const { server, env } = await startModel({
    blocks: [toolUse('b1', 'Bash', { command: 'printf changed > mine.txt; echo ready; tail -f /dev/null' })],
  });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { ...FILES, '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Work on');
  await expect.poll(() => readFileSync(join(projectDir, 'mine.txt'), 'utf8')).toBe('changed');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('restore files');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Restore', exact: true });
  await dialog.getByRole('button', { name: /Work on/ }).click();
  await expect(dialog).toContainText('Stop it first');
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
  await dialog.getByRole('button', { name: 'Restore 1 file' }).click();
  await expect(dialog).toBeHidden();
  expect(readFileSync(join(projectDir, 'mine.txt'), 'utf8')).toBe('mine\n');
});
