import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';

test('edits a settings file as text: shows errors, previews changes, and keeps edits by other programs', async ({ startHost }) => {
  const before = '{\n    "permissions": { "allow": ["Bash(make)"] },\n    "unknown": [1, 2]\n}\n';
  const { page, projectDir } = await startHost({ files: { '.claude/settings.local.json': before } });
  const file = join(projectDir, '.claude/settings.local.json');
  await page.getByRole('button', { name: 'Show rules' }).click();
  const pane = page.getByRole('region', { name: 'Rules', exact: true });
  await pane.getByRole('button', { name: 'JSON', exact: true }).click();
  const editor = pane.getByRole('textbox', { name: file });
  await expect(editor).toBeFocused();
  // Completes a key from the schema.
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.press('End');
  await page.keyboard.type('"mod');
  await page.keyboard.press('Control+Space');
  await page.getByRole('option', { name: /"model"/ }).click();
  await expect(editor).toContainText('"model": ');
  await expect(pane.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  await page.keyboard.type('"claude-x",');
  await page.keyboard.press('ControlOrMeta+s');
  const dialog = page.getByRole('dialog', { name: 'Save these changes?' });
  await expect(dialog.getByText('"claude-x"')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save file' }).click();
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(before.replace('{\n', '{"model": "claude-x",\n'));

  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n');
  // Unsaved text survives switching panes, together with the version it started from.
  await page.keyboard.press('ControlOrMeta+1');
  await expect(pane).toBeHidden();
  writeFileSync(file, '{ "permissions": { "deny": ["Bash(x)"] } }');
  await page.keyboard.press('ControlOrMeta+3');
  await pane.getByRole('button', { name: 'JSON', exact: true }).click();
  await expect(pane.getByRole('alert')).toContainText('Another program has changed the file');
  await expect(pane.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  await expectNoViolation(page, '[data-rules]');
  await pane.getByRole('button', { name: 'Take theirs' }).click();
  await expect(editor).toContainText('Bash(x)');
  await pane.getByRole('button', { name: 'List' }).click();
  await expect(pane.getByRole('row').filter({ hasText: 'Bash(x)' })).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe('{ "permissions": { "deny": ["Bash(x)"] } }');
});
