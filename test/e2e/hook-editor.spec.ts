import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

test('hooks are added, tried on a call, changed and removed in the settings', async ({ startHost, homeDir }, info) => {
  const { server, env } = await startModel({ blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })] }, { blocks: [text('Read it.')] });
  await using _ = server;
  const { page } = await startHost({ files: { 'a.txt': 'hello' }, env });
  await say(page, 'read it');
  await expect(page.getByText('Read it.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  const hooks = page.getByRole('region', { name: 'Hooks', exact: true });
  await expect(hooks).toContainText('No settings file or plugin has hooks.');

  await hooks.getByRole('button', { name: 'Add a hook…' }).click();
  const dialog = page.getByRole('dialog', { name: /^(?:New|Edit|Remove) hook$|^Try on a call$/u });
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Matcher' }).fill('Read');
  await dialog.getByRole('textbox', { name: 'Command' }).fill('echo "not this file" >&2; exit 2');
  const changes = dialog.getByRole('region', { name: 'What changes in the file' });
  await expect(changes).toContainText('not this file');
  await expectAccessible(page, 'hook dialog');
  await page.screenshot({ path: info.outputPath('add-light.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('add-dark.png') });
  await dialog.getByRole('button', { name: 'Save' }).click();
  const saved = (): unknown => JSON.parse(readFileSync(join(homeDir, '.claude/settings.json'), 'utf8'));
  const row = hooks.getByRole('listitem').filter({ hasText: 'not this file' });
  await expect(row).toContainText('your settings');
  expect(saved()).toEqual({
    hooks: { PreToolUse: [{ matcher: 'Read', hooks: [{ type: 'command', command: 'echo "not this file" >&2; exit 2' }] }] },
  });

  await row.getByRole('button', { name: /^Try the hook/u }).click();
  await dialog.getByRole('button', { name: 'Run the hook' }).click();
  const result = dialog.getByRole('region', { name: 'Result' });
  await expect(result).toContainText('exit code 2');
  await expect(result).toContainText('The call would be denied');
  await expectAccessible(page, 'trial of a hook');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('try-dark.png') });
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: /^Edit the hook/u }).click();
  await dialog.getByRole('textbox', { name: 'Time limit in seconds' }).fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect(JSON.stringify(saved())).toContain('"timeout":5');
  await page.setViewportSize({ width: 640, height: 700 });
  await hooks.scrollIntoViewIfNeeded();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: info.outputPath('list-narrow.png') });

  await row.getByRole('button', { name: /^Remove the hook/u }).click();
  await page.screenshot({ path: info.outputPath('remove-narrow.png') });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(hooks).toContainText('No settings file or plugin has hooks.');
  expect(saved()).toEqual({});
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(row).toBeVisible();
});
