import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write'] } });
const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
const SHARED = `${LINES.join('\n')}\n`;

test('asks before it reverts a file that the person changed too, and undoes reverts one after the other', async ({ startHost }) => {
  const command = 'sed -i -e "s/^line 3$/LINE 3/" -e "s/^line 30$/LINE 30/" shared.txt; printf agent > a.txt; printf agent > b.txt';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('All changed.')] });
  await using _ = server;
  const files = { 'shared.txt': SHARED, 'a.txt': 'a', 'b.txt': 'b', '.claude/settings.json': SETTINGS };
  const { page, projectDir } = await startHost({ files, env });
  const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'go');
  await expect(page.getByText('All changed.')).toBeVisible();
  const both = `${read('shared.txt')}my line\n`;
  writeFileSync(join(projectDir, 'shared.txt'), both);
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const row = pane.locator('[data-path="shared.txt"]');
  await expect(row).toContainText('not only by the agent');

  // With a key as with a click, for the file and for its hunks; nothing happens before the answer.
  const dialog = page.getByRole('dialog', { name: 'Revert shared.txt' });
  await row.getByRole('button', { name: 'Revert shared.txt' }).press('Enter');
  await expect(dialog).toContainText('You or another program also changed this file.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await row.getByRole('button', { name: 'Revert the change at line 3', exact: true }).click();
  const hunk = page.getByRole('dialog', { name: 'Revert the change at line 3' });
  await expect(hunk).toContainText('perhaps these lines too');
  await page.keyboard.press('Escape');
  await expect(hunk).toBeHidden();
  expect(read('shared.txt')).toBe(both);

  // One that only the agent changed isn’t asked about.
  await pane.getByRole('button', { name: 'Revert a.txt' }).click();
  await expect(pane.getByText('Reverted a.txt', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Revert shared.txt' }).click();
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
  await expect(pane.getByText('Reverted shared.txt', { exact: true })).toBeVisible();
  expect([read('shared.txt'), read('a.txt')]).toEqual([SHARED, 'a']);

  // A reload loses none of them.
  await page.reload();
  const undo = pane.getByRole('button', { name: 'Undo', exact: true });
  if (!(await pane.isVisible())) await page.keyboard.press('ControlOrMeta+4');
  await undo.click();
  await expect(pane.getByText('Reverted a.txt', { exact: true })).toBeVisible();
  expect([read('shared.txt'), read('a.txt')]).toEqual([both, 'a']);
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(page.getByText('The revert of a.txt was undone.', { exact: true })).toBeVisible();
  await expect(undo).toBeHidden();
  expect(read('a.txt')).toBe('agent');
});

test('asks before it reverts what a person may have saved while a command ran', async ({ startHost }) => {
  const command = 'printf x > started.txt; until [ -e go.txt ]; do sleep 0.05; done';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('Waited.')] });
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'notes.txt': 'mine\n', '.claude/settings.json': SETTINGS }, env });
  const file = (path: string): string => join(projectDir, path);
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'go');
  await expect.poll(() => existsSync(file('started.txt'))).toBe(true);
  writeFileSync(file('notes.txt'), 'mine\nsaved meanwhile\n');
  writeFileSync(file('go.txt'), '');
  await expect(page.getByText('Waited.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  await expect(pane).toContainText('All changed while this ran:');

  await pane.getByRole('button', { name: 'Revert notes.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revert notes.txt' });
  await expect(dialog).toContainText('If you saved it meanwhile, your lines are reverted too.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await pane.getByRole('button', { name: 'Revert all' }).click();
  await expect(page.getByRole('dialog', { name: 'Revert all' })).toContainText('3 files changed while commands ran.');
  expect(readFileSync(file('notes.txt'), 'utf8')).toContain('saved meanwhile');
});
