import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './host.ts';

test('the settings form writes to the chosen file, rejects invalid values, and undoes changes', async ({ startHost, homeDir }) => {
  const { page, projectDir } = await startHost({ files: { '.claude/settings.json': '{"respectGitignore": false}' } });
  await page.getByRole('button', { name: 'Open without trusting' }).click();
  await page.keyboard.press('ControlOrMeta+,');
  const row = (title: string) => page.getByRole('list', { name: 'Settings files' }).getByRole('listitem').filter({ hasText: title });
  await expect(row('Days to keep sessions')).toContainText('30, unless a file says otherwise');
  await expect(row('Leave out what git ignores')).toContainText('ignored: the value from this folder, shared');

  const days = row('Days to keep sessions').getByRole('textbox');
  await days.fill('none');
  await days.press('Enter');
  await expect(row('Days to keep sessions').getByRole('alert')).toContainText('whole number');
  await days.fill('7');
  await days.press('Enter');
  await expect(row('Days to keep sessions')).toContainText('7, from your settings');
  const user = (): unknown => JSON.parse(readFileSync(join(homeDir, '.claude/settings.json'), 'utf8'));
  expect(user()).toEqual({ cleanupPeriodDays: 7 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Days to keep sessions')).toContainText('30, unless a file says otherwise');
  expect(user()).toEqual({});

  // No project file can name a program.
  await page.getByRole('combobox', { name: 'Change in' }).click();
  await page.getByRole('option', { name: 'This folder, only yours' }).click();
  await expect(row('Editor')).toContainText('Only your own settings can set this.');
  await row('Compact long conversations').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Off' }).click();
  await expect(row('Compact long conversations')).toContainText('Off, from this folder, only yours');
  expect(JSON.parse(readFileSync(join(projectDir, '.claude/settings.local.json'), 'utf8'))).toEqual({ autoCompactEnabled: false });
});
