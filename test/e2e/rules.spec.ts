import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { row, partsOf, say, startModel } from './window.ts';

test('rules are listed with where they stand; one can be added and deleted', async ({ startHost }) => {
  const settings = { permissions: { deny: ['Read(./.env)'] }, other: { kept: true } };
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': JSON.stringify(settings, null, 2) } });
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules' });
  await expect(pane.getByText('Read(./.env)')).toBeVisible();
  await expect(pane.getByText('.claude/settings.json:4')).toBeVisible();

  const rule = pane.getByRole('textbox', { name: 'Rule' });
  await rule.fill('Bash(git push *)');
  await rule.press('Enter');
  await expect(pane.getByText('Bash(git push *)')).toBeVisible();
  const local = join(projectDir, '.claude/settings.local.json');
  await expect.poll(() => existsSync(local) && readFileSync(local, 'utf8').includes('Bash(git push *)')).toBe(true);

  await pane.getByRole('button', { name: 'Delete rule Bash(git push *)' }).click();
  await expect.poll(() => readFileSync(local, 'utf8').includes('Bash(git push *)')).toBe(false);
});

test('a repository’s deny rule holds before the folder is trusted', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'secret.txt' })] },
    { blocks: [text('As you like.')] },
  );
  await using _ = server;
  const { page } = await startHost({
    files: { 'secret.txt': 'hidden\n', '.claude/settings.json': JSON.stringify({ permissions: { deny: ['Read(secret.txt)'] } }) },
    env,
  });
  await say(page, 'read it');
  await expect(page.getByText('As you like.')).toBeVisible();
  await expect(row(partsOf(page).timeline, 'secret.txt')).toHaveAttribute('data-state', 'denied');
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('hidden');
});
