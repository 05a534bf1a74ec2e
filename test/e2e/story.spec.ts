import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash(node check.js)', 'Edit(*.txt)'], deny: ['Bash(rm *)'] } });

test('finished work folds into one line, and the turn ends with its files and checks', async ({ startHost, homeDir }) => {
  const write = (id: string, name: string) => toolUse(id, 'Write', { file_path: name, content: `${name}\n` });
  const { server, env } = await startModel(
    { blocks: [...['a', 'b', 'c'].map((name) => write(`w-${name}`, `${name}.txt`)), toolUse('r', 'Read', { file_path: 'check.js' })] },
    { blocks: [toolUse('t1', 'Bash', { command: 'npm test' })] },
    { blocks: [toolUse('d1', 'Bash', { command: 'rm -rf build' })] },
    { blocks: [text('All three were written.')] },
  );
  await using _ = server;
  const { page, projectDir } = await startHost({
    files: {
      '.claude/settings.local.json': SETTINGS.replace('node check.js', 'npm test'),
      'check.js': '',
      'package.json': JSON.stringify({ scripts: { test: 'touch report.xml; echo "3 of 4 passed" && echo "month.ts is wrong" && exit 1' } }),
    },
    env,
  });
  execFileSync('git', ['init', '-q'], { cwd: projectDir, env: { ...process.env, HOME: homeDir } });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await say(page, 'Write them');
  await expect(page.getByText('All three were written.')).toBeVisible();

  // What failed and what was denied stay in sight, with the reason.
  await expect(conversation).toContainText('month.ts is wrong');
  await expect(conversation).toContainText('Denied by the rule Bash(rm *)');

  const folded = conversation.getByRole('button', { name: /^3 edits, 1 read/ });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await folded.click();
  const first = conversation.getByRole('button', { name: /Write a\.txt/ });
  await expect(first).toBeVisible();
  await first.hover();
  await conversation.getByRole('button', { name: 'Show the result here' }).first().click();
  await expect(
    conversation
      .getByRole('group', { name: /a\.txt/ })
      .or(conversation.getByText('a.txt', { exact: true }))
      .first(),
  ).toBeVisible();

  const end = conversation.getByRole('group', { name: 'End of the turn' });
  await expect(end).toContainText('4 files changed');
  await expect(end.getByRole('button', { name: /npm test/ })).toContainText('npm test');
  await expect(end.getByRole('img', { name: 'Failed' })).toBeVisible();
  await end.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('region', { name: 'Changes', exact: true })).toContainText('Last turn');
});

test('failures for one reason fold into a line, and a stopped turn says so on its card', async ({ startHost }) => {
  const edit = (name: string) => toolUse(`e-${name}`, 'Edit', { file_path: `${name}.txt`, old_string: 'a', new_string: 'b' });
  const { server, env } = await startModel(
    { blocks: ['a', 'b', 'c'].map(edit) },
    { blocks: [toolUse('t1', 'Bash', { command: 'tail -f a.txt' })] },
    { blocks: [text('I go on.')] },
  );
  await using _ = server;
  const { page } = await startHost({
    files: { '.claude/settings.local.json': SETTINGS, 'a.txt': 'a\n', 'b.txt': 'a\n', 'c.txt': 'a\n' },
    env,
  });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await say(page, 'Edit them');
  await expect(row(partsOf(page).timeline, 'tail -f')).toHaveAttribute('data-state', 'running');
  const folded = conversation.getByRole('button', { name: /^3 edits failed The agent must read this file/ });
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await folded.click();
  await expect(conversation.getByRole('button', { name: /Edit b\.txt/ })).toBeVisible();

  await partsOf(page).stop.click();
  const end = conversation.getByRole('group', { name: 'End of the turn' }).first();
  await expect(end).toContainText('Stopped');
  await end.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('I go on.')).toBeVisible();
  await expect(end).toContainText('Stopped');
  await expect(conversation.getByText('Stopped', { exact: true }).and(page.locator('p:not(.visually-hidden)'))).toHaveCount(0);
});

test('Gatehouse’s commands and the mode key work from the message box', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('A **bold** answer.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'a\n' }, env });
  const { message } = partsOf(page);
  const mode = page.getByRole('combobox', { name: 'Permission mode' });
  await message.press('Shift+Tab');
  await expect(mode).toContainText('Accept edits');
  await expect(message).toBeFocused();
  await message.press('Shift+Tab');
  await expect(mode).toContainText('Plan');
  await say(page, '/mode ask');
  await expect(mode).toContainText('Ask');
  await say(page, '/mode nonsense');
  await expect(page.getByText('There is no mode “nonsense”').first()).toBeVisible();
  await expect(message).toHaveValue('/mode nonsense');
  await say(page, '/help');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await say(page, '/doctor');
  await expect(page.getByRole('button', { name: 'Your set-up' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('ControlOrMeta+1');
  expect(server.requests).toHaveLength(0);

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach files' }).click();
  await (await choosing).setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Read this.') });
  await expect(page.getByRole('region', { name: 'Conversation' })).toContainText('notes.txt');
  await say(page, 'Look at it');
  await expect(page.getByText('A bold answer.')).toBeVisible();
  expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('Read this.');
});

test('a turn’s card counts a new file outside the project with its lines', async ({ startHost, homeDir }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: join(homeDir, 'notes.txt'), content: 'one\ntwo\nthree\n' })] },
    { blocks: [toolUse('w2', 'Edit', { file_path: join(homeDir, 'notes.txt'), old_string: 'two\n', new_string: 'two\nand a half\n' })] },
    { blocks: [text('Noted.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Note it');
  await answerWithKey(page, 'a');
  await answerWithKey(page, 'a');
  const end = page.getByRole('group', { name: 'End of the turn' });
  await expect(end).toContainText('1 file changed');
  await expect(end.getByRole('listitem')).toContainText(/notes\.txt\s*new/u);
  await expect(end).toContainText(/\+4\s*−0/u);
});
