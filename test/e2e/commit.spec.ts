import { chmodSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { gitIn, IDENTITY, openInGit } from './git-project.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write', 'Edit'] } });
const FILES = { 'src/app.ts': 'one\n', 'old.txt': 'old\n', 'mine.txt': 'mine\n', '.claude/settings.json': SETTINGS };
const COMMAND = 'echo two >> src/app.ts; rm old.txt; printf "new\\n" > "new file.txt"';

const answers = () =>
  [{ blocks: [toolUse('b1', 'Bash', { command: COMMAND })] }, { blocks: [text('All changed.')] }] satisfies Parameters<typeof startModel>;

async function openForm(page: Page, from: 'button' | 'palette' = 'button') {
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  if (from === 'button') await pane.getByRole('button', { name: 'Commit…' }).click();
  else {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: 'Search commands' }).fill('commit');
    await page.getByRole('option', { name: 'Commit changed files' }).click();
  }
  const form = page.getByRole('dialog', { name: 'Commit', exact: true });
  await expect(form.getByRole('textbox', { name: 'Message' })).toBeFocused();
  return { pane, form, commit: form.getByRole('button', { name: 'Commit', exact: true }) };
}

test('commits chosen files itself, shows why a hook refuses, and then knows them as committed', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(...answers());
  await using _ = server;
  const { page, projectDir, git } = await openInGit({ startHost, homeDir }, { files: FILES, env });
  await say(page, 'Rework the app');
  await expect(page.getByText('All changed.')).toBeVisible();
  // The checkpoint at the turn's end is taken: what is written from here on isn't of the turn.
  const card = page.getByRole('group', { name: 'End of the turn' });
  await expect(card).toContainText('3 files changed');
  writeFileSync(join(projectDir, 'mine.txt'), 'staged by me\n');
  git('add', 'mine.txt');
  const hook = join(projectDir, '.git/hooks/pre-commit');
  writeFileSync(hook, '#!/bin/sh\necho "Lint found 2 problems" >&2\nexit 1\n');
  chmodSync(hook, 0o755);

  await page.keyboard.press('ControlOrMeta+4');
  const ignoring = join(projectDir, '.gitignore');
  writeFileSync(ignoring, 'new file.txt\n');
  const early = await openForm(page);
  await expect(early.form).toContainText('1 file that git ignores isn’t listed.');
  await expect(early.form.getByRole('checkbox', { name: 'Commit new file.txt' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(early.form).toBeHidden();
  rmSync(ignoring);
  const { pane, form, commit } = await openForm(page);
  await expect(form.getByRole('checkbox', { name: /^Commit / })).toHaveCount(4);
  await expect(commit).toBeDisabled();
  await form.getByRole('checkbox', { name: 'Commit mine.txt' }).uncheck();
  await expect(form.getByRole('checkbox', { name: '3 of 4 files' })).not.toBeChecked();
  const message = form.getByRole('textbox', { name: 'Message' });
  // A closed form keeps the message and the choice, but for a file that no longer differs.
  await message.fill('Half a message');
  await form.getByRole('checkbox', { name: 'Commit new file.txt' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  renameSync(join(projectDir, 'new file.txt'), join(projectDir, '../elsewhere'));
  await openForm(page);
  await expect(form.getByRole('checkbox', { name: '2 of 3 files' })).toBeVisible();
  await expect(message).toHaveValue('Half a message');
  await expect(form.getByRole('checkbox', { name: 'Commit mine.txt' })).not.toBeChecked();
  await message.fill('');
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  renameSync(join(projectDir, '../elsewhere'), join(projectDir, 'new file.txt'));
  await openForm(page);
  await expect(form.getByRole('checkbox', { name: '3 of 4 files' })).toBeVisible();
  await message.fill('x'.repeat(73));
  await expect(form).toContainText('73 of 72 characters in the first line');
  await message.fill('Rework the app\n\nIt was old.');
  await expectAccessible(page, 'the commit form');
  await message.press('ControlOrMeta+Enter');
  await expect(form.getByRole('alert')).toContainText('Lint found 2 problems');
  await expect(message).toHaveValue('Rework the app\n\nIt was old.');
  await commit.click();
  await expect(message).toBeFocused();
  expect(git('status', '--porcelain').split('\n')).toEqual(['M  mine.txt', ' D old.txt', ' M src/app.ts', '?? "new file.txt"']);

  await expect(card.getByRole('button', { name: 'Commit…' })).toBeVisible();
  rmSync(hook);
  await commit.click();
  await expect(form).toBeHidden();
  await expect(card.getByRole('button', { name: 'Review' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Commit…' })).toBeHidden();
  const id = git('rev-parse', '--short', 'HEAD');
  await expect(page.getByText(`Committed 3 files as ${id}`, { exact: true }).first()).toBeVisible();
  expect(git('log', '-1', '--format=%B')).toBe('Rework the app\n\nIt was old.');
  expect(git('status', '--porcelain')).toBe('M  mine.txt');
  const list = pane.getByRole('list', { name: 'Changed files' });
  await expect(list.getByRole('listitem').filter({ hasText: 'committed' })).toHaveCount(3);

  // What is committed isn’t offered again. The agent can be asked for the rest.
  const again = await openForm(page, 'palette');
  await expect(again.form.getByRole('checkbox', { name: /^Commit / })).toHaveCount(1);
  await again.form.getByRole('button', { name: 'Ask the agent to commit' }).click();
  await expect(partsOf(page).message).toHaveValue('Commit the changes of this session, and only those, with a message that says why.');
});

test('in a folder that isn’t trusted, the form asks the agent for the chosen files, or trusts the folder and commits', async ({
  startHost,
  homeDir,
}) => {
  const { server, env } = await startModel(...answers());
  await using _ = server;
  const files = { 'src/app.ts': 'one\n', 'old.txt': 'old\n', '.claude/settings.local.json': SETTINGS, '.gitignore': '.claude\n' };
  const first = await startHost({ files, env, noPage: true });
  const git = gitIn(first.projectDir, homeDir);
  git('init', '--quiet', '--initial-branch=tide');
  await first.stop();
  const { page } = await startHost({ projectDir: first.projectDir, env: { ...env, ...IDENTITY } });
  await say(page, 'Rework the app');
  await expect(page.getByText('All changed.')).toBeVisible();
  const fromCard = page.getByRole('group', { name: 'End of the turn' }).getByRole('button', { name: 'Commit…' });
  await fromCard.click();
  const form = page.getByRole('dialog', { name: 'Commit', exact: true });
  const commit = form.getByRole('button', { name: 'Commit', exact: true });
  await expect(form).toContainText('you haven’t trusted this folder');
  await form.getByRole('textbox', { name: 'Message' }).fill('Rework');
  await expect(commit).toBeDisabled();
  await form.getByRole('checkbox', { name: 'Commit src/app.ts' }).uncheck();
  await form.getByRole('button', { name: 'Ask the agent to commit' }).click();
  await expect(partsOf(page).message).toHaveValue(
    'Commit these files, and only those, with the message below:\n- `new file.txt`\n\nRework',
  );

  // The message and the choice are still there.
  await fromCard.click();
  await form.getByRole('checkbox', { name: 'Commit src/app.ts' }).check();
  await form.getByRole('button', { name: 'Trust this folder' }).click();
  await commit.click();
  await expect(form).toBeHidden();
  await expect(page.getByText(/^Committed 2 files as [0-9a-f]{7,}\.$/).first()).toBeVisible();
  expect(git('show', '--name-status', '--format=%s', 'HEAD')).toBe('Rework\n\nA\tnew file.txt\nA\tsrc/app.ts');
});

test('many files are chosen by folder, and a filter finds some without changing the rest', async ({ startHost, homeDir }) => {
  const COMMAND_FOR_MANY = 'mkdir -p src/ui docs && touch readme.txt src/{a,b,c,d}.ts src/ui/{a,b,c,d}.tsx docs/{one,two}.md';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: COMMAND_FOR_MANY })] }, { blocks: [text('Made.')] });
  await using _ = server;
  const files = { 'keep.txt': 'k\n', '.claude/settings.json': SETTINGS };
  const { page, git } = await openInGit({ startHost, homeDir }, { files, env });
  await say(page, 'Make many files');
  await expect(page.getByText('Made.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(page.getByText('The file is empty.').first()).toBeVisible();
  const { form, commit } = await openForm(page);
  const chosen = (name: string) => form.getByRole('checkbox', { name });
  await expect(chosen('All 11 files')).toBeChecked();
  await chosen('Files in docs').uncheck();
  await expect(chosen('Commit docs/one.md')).not.toBeChecked();
  await expect(chosen('9 of 11 files')).not.toBeChecked();

  const filter = form.getByRole('searchbox', { name: 'Filter files' });
  await filter.fill('UI/');
  await expect(form.getByRole('checkbox', { name: /^Commit / })).toHaveCount(4);
  await chosen('Commit src/ui/b.tsx').uncheck();
  // Of what is shown, all; then none.
  await chosen('8 of 11 files').check();
  await chosen('9 of 11 files').uncheck();
  await filter.fill('nothing like it');
  await expect(form).toContainText('No changed file matches the filter.');
  await filter.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(chosen('Files in docs')).not.toBeChecked();
  await expect(chosen('Files in src/ui')).not.toBeChecked();
  await expect(chosen('Commit readme.txt')).toBeChecked();
  await expectAccessible(page, 'the commit form with folders');

  await form.getByRole('textbox', { name: 'Message' }).fill('Start');
  await commit.click();
  await expect(form).toBeHidden();
  expect(git('show', '--name-only', '--format=', 'HEAD').split('\n')).toEqual([
    'readme.txt',
    'src/a.ts',
    'src/b.ts',
    'src/c.ts',
    'src/d.ts',
  ]);
});
