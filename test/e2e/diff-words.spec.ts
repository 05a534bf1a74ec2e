import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const BEFORE = 'one\ntwo\nthree\nfour\n';
const edit = toolUse('e', 'Edit', { file_path: 'a.txt', old_string: 'two\nthree', new_string: 'zwei\ndrei' });

test('an edit is changed in its diff, decided again and made as the person wrote it', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r', 'Read', { file_path: 'a.txt' })] },
    { blocks: [edit] },
    { blocks: [text('Made.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.txt': BEFORE }, env });
  const { queue } = partsOf(page);
  await say(page, 'Translate it');
  await answerWithKey(page, 'e');
  const form = queue.getByRole('form', { name: 'Edit the input' });
  const editor = form.getByRole('textbox', { name: 'Proposed text of a.txt' });
  await expect(editor).toBeFocused();
  await expect(form.locator('.cm-deletedChunk').first()).toContainText('two');
  await expect(form.getByRole('group', { name: 'Lines above, unchanged' })).toHaveText('one');
  await expect(form.getByRole('group', { name: 'Lines below, unchanged' })).toHaveText('four');
  // Letters are text here, never an answer.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type(' and add');
  await expect(editor).toContainText('drei and add');
  expect(readFileSync(join(projectDir, 'a.txt'), 'utf8')).toBe(BEFORE);

  // It still edits the same file, which was just allowed.
  await expect(form.getByRole('button', { name: 'Allow with this change' })).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Made.')).toBeVisible();
  expect(readFileSync(join(projectDir, 'a.txt'), 'utf8')).toBe('one\nzwei\ndrei and add\nfour\n');
});

test('the form with all fields stays one click away', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w', 'Write', { file_path: 'new.txt', content: 'first\n' })] },
    { blocks: [text('Made.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Write it');
  await answerWithKey(page, 'e');
  const form = queue.getByRole('form', { name: 'Edit the input' });
  await expect(form.getByRole('textbox', { name: 'Proposed text of new.txt' })).toBeVisible();
  await form.getByRole('button', { name: 'As a form' }).click();
  await form.getByRole('textbox', { name: 'content' }).fill('second\n');
  await form.getByRole('button', { name: 'Allow with this change' }).click();
  await expect(page.getByText('Made.')).toBeVisible();
  expect(readFileSync(join(projectDir, 'new.txt'), 'utf8')).toBe('second\n');
});

test('a comment on a line denies an edit with these words, or goes into the next message', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r', 'Read', { file_path: 'a.txt' })] },
    { blocks: [edit] },
    { blocks: [toolUse('e2', 'Edit', { file_path: 'a.txt', old_string: 'two', new_string: 'deux' })] },
    { blocks: [text('In French.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: { 'a.txt': BEFORE }, env });
  const { queue, allow, message } = partsOf(page);
  await say(page, 'Translate it');
  await expect(allow).toBeEnabled();
  const diff = queue.getByRole('group', { name: 'Changes to a.txt' });
  const comment = (line: number) => diff.getByRole('button', { name: `Comment on line ${line}` }).last();
  await diff.getByText('drei').hover();
  await comment(3).click();
  const field = queue.getByRole('textbox', { name: 'Comment on line 3' });
  await field.fill('a d as in French, please');
  // Opening the field moved the buttons, so answers count a moment later.
  await expect(queue.getByRole('button', { name: 'Deny with this comment' })).toBeEnabled();
  await field.press('Enter');

  // The next edit is asked about; the first wasn't made.
  await expect(queue.getByRole('group', { name: 'Changes to a.txt' })).toContainText('deux');
  expect(readFileSync(join(projectDir, 'a.txt'), 'utf8')).toBe(BEFORE);
  const denial = JSON.stringify(server.requests[2]?.body.messages.at(-1));
  expect(denial).toContain('a.txt, line 3');
  expect(denial).toContain('> +drei');
  expect(denial).toContain('a d as in French, please');
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('a d as in French, please');
  await expect(allow).toBeEnabled();
  await allow.click();
  await expect(page.getByText('In French.')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+4');
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  await changes.getByText('deux').hover();
  await changes.getByRole('button', { name: 'Comment on line 2' }).last().click();
  const note = changes.getByRole('textbox', { name: 'Comment on line 2' });
  await note.fill('Why only this one?');
  await note.press('Enter');
  await expect(message).toHaveValue('a.txt, line 2:\n> +deux\n\nWhy only this one?');
  await expect(message).toBeFocused();
});

test('commit, push and pull request from Changes are messages to the agent that show the command', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w', 'Write', { file_path: 'new.txt', content: 'first\n' })] },
    { blocks: [text('Made.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Edit(*.txt)'] } });
  const first = await startHost({ files: { '.claude/settings.local.json': settings }, env, noPage: true });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: first.projectDir, env: { ...process.env, HOME: homeDir } });
  git('init', '-q', '-b', 'tide');
  await first.stop();
  const { page } = await startHost({ projectDir: first.projectDir, env });
  const { message } = partsOf(page);
  await say(page, 'Write it');
  await expect(page.getByText('Made.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  await changes.getByRole('button', { name: 'Git' }).click();
  const push = page.getByRole('menuitem', { name: /^Push/ });
  await expect(push).toBeDisabled();
  await expect(push).toContainText('This repository has no remote to push to');
  await page.keyboard.press('Escape');
  git('remote', 'add', 'origin', 'https://example.invalid/tide.git');
  await changes.getByRole('button', { name: 'Refresh' }).click();
  await expect(async () => {
    await changes.getByRole('button', { name: 'Git' }).click();
    await expect(push).toBeEnabled({ timeout: 1000 });
    await push.click();
  }).toPass();
  await expect(message).toHaveValue(/`git push -u origin tide`/);
  await message.fill('');
  await changes.getByRole('button', { name: 'Git' }).click();
  await page.getByRole('menuitem', { name: /^Open a pull request/ }).click();
  await expect(message).toHaveValue(/`gh pr create`/);
});
