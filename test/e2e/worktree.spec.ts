import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('shows that a session works in a worktree, and what is in it before it is removed', async ({ page, startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('e', 'EnterWorktree', { name: 'try' }), toolUse('w', 'Write', { file_path: 'new.txt', content: 'new\n' })] },
    { blocks: [text('Written.')] },
    { blocks: [toolUse('x', 'ExitWorktree', { action: 'remove', discard_changes: true })] },
    { blocks: [text('Back.')] },
  );
  await using _ = server;
  const settings = JSON.stringify({ permissions: { allow: ['Write', 'Edit'] } });
  const { url, projectDir } = await startHost({ files: { 'a.txt': 'a\n', '.claude/settings.local.json': settings }, env, noPage: true });
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@e', ...args], { cwd: projectDir });
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'a.txt');
  git('commit', '--quiet', '-m', 'first');
  await page.goto(url);
  const trust = page.getByRole('button', { name: /^Trust/ });
  if (await trust.isVisible()) await trust.click();
  await expect(partsOf(page).message).toBeVisible();
  await say(page, 'Try it in a worktree');
  await expect(page.getByText('Written.')).toBeVisible();
  await expect(page.getByText('Worktree try')).toBeVisible();
  const made = join(projectDir, '.claude/worktrees/try/new.txt');
  expect(existsSync(made)).toBe(true);
  await say(page, 'Throw it away');
  const { queue } = partsOf(page);
  await expect(queue).toContainText('new.txt');
  await expectAccessible(page, 'the card of a worktree that is removed');
  await queue.getByRole('textbox', { name: /^Type/ }).fill('allow try');
  await queue.getByRole('textbox', { name: /^Type/ }).press('Enter');
  await expect(page.getByText('Back.')).toBeVisible();
  await expect(page.getByText('Worktree try')).toBeHidden();
  expect(existsSync(made)).toBe(false);
});
