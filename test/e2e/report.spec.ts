import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

async function openReport(page: Page) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search commands' }).fill('Show what agents');
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: 'What agents touched' });
}

test('reports what agents touched, for a period and a project, and exports it', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('w1', 'Write', { file_path: 'new.txt', content: 'x\n' }),
        toolUse('b1', 'Bash', { command: 'ls -la' }),
        toolUse('b2', 'Bash', { command: 'git push --token=tok_12345678' }),
      ],
    },
    { blocks: [text('All done.')] },
  );
  await using _ = server;
  const settings = { permissions: { allow: ['Edit(./**)'], deny: ['Bash(git push *)'] } };
  const { page } = await startHost({ files: { '.claude/settings.local.json': JSON.stringify(settings) }, env });
  await say(page, 'go');
  await expect(row(partsOf(page).timeline, 'git push')).toHaveAttribute('data-state', 'denied');
  await expect(page.getByText('All done.')).toBeVisible();

  const dialog = await openReport(page);
  const written = dialog.getByRole('region', { name: 'Files written' });
  await expect(written.getByRole('row').nth(1)).toContainText('new.txt');
  await expect(dialog.getByRole('region', { name: 'Commands run' })).toContainText('ls -la');
  await expect(dialog.getByRole('region', { name: 'Denied calls' })).toContainText('git push --token=[secret]');
  await expect(dialog.getByRole('region', { name: 'Denied calls' })).toContainText('Bash(git push *)');
  await expectAccessible(page, 'the report');

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain('kind,name,project,by,calls');
  expect(csv).toContain('git push --token=[secret]');
  expect(csv).not.toContain('tok_12345678');

  await dialog.getByRole('combobox', { name: 'Projects' }).click();
  await page.getByRole('option', { name: 'This project' }).click();
  await expect(written).toContainText('new.txt');
  await dialog.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Everything' }).click();
  await expect(written).toContainText('new.txt');
});

test('each row of a report leads to its session and call', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'ls -la' }), toolUse('b2', 'Bash', { command: 'git push' })] },
    { blocks: [text('All done.')] },
    { blocks: [text('Hello.')] },
  );
  await using _ = server;
  const settings = { permissions: { deny: ['Bash(git push *)'] } };
  const { page } = await startHost({ files: { '.claude/settings.local.json': JSON.stringify(settings) }, env });
  await say(page, 'List the files');
  await expect(page.getByText('All done.')).toBeVisible();
  await page.keyboard.press('Shift+ControlOrMeta+o');
  await expect(page.getByText('All done.')).toBeHidden();
  await say(page, 'Say hello');
  await expect(page.getByText('Hello.')).toBeVisible();

  const dialog = await openReport(page);
  await expect(dialog.getByRole('region', { name: 'Agents' })).toContainText('project');
  await dialog.getByRole('region', { name: 'Denied calls' }).getByRole('button', { name: 'git push' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('All done.')).toBeVisible();
  await expect(row(partsOf(page).timeline, 'git push')).toHaveAttribute('aria-selected', 'true');

  await openReport(page);
  await dialog.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'List the files' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('All done.')).toBeVisible();
});

test('a report without any decision says so', async ({ startHost }) => {
  const { page } = await startHost({ files: {} });
  await expect(partsOf(page).message).toBeVisible();
  const dialog = await openReport(page);
  await expect(dialog).toContainText('Nothing was decided in this period.');
});
