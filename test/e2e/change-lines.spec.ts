import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash'] } });
const LINES = Array.from({ length: 100 }, (_, index) => `const line${index + 1} = ${index + 1};`);

test('more lines can be shown around a change, with what is written on a line, and the change is reverted alone', async ({ startHost }) => {
  const command = 'sed -i -e "s/^const line50 .*/const line50 = fifty;/" -e "s/^const line97 .*/const line97 = 0;/" app.ts';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('All changed.')] });
  await using _ = server;
  const before = `${LINES.join('\n')}\n`;
  const { page, projectDir } = await startHost({ files: { 'app.ts': before, '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Change the app');
  await expect(page.getByText('All changed.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const first = pane.getByRole('group', { name: 'app.ts, Line 50' });
  const lines = first.locator('[data-line]');
  await expect(lines).toHaveCount(8);

  // A comment stays at its line.
  await lines.filter({ hasText: 'const line49 = 49;' }).hover();
  await first.getByRole('button', { name: 'Comment on line 49' }).click();
  await first.getByRole('textbox', { name: 'Comment on line 49' }).fill('Why?');
  await pane.getByRole('button', { name: 'Show 20 more lines above line 47' }).click();
  await expect(lines).toHaveCount(28);
  await expect(lines.first()).toContainText('const line27 = 27;');
  await expect(lines.first()).toContainText('27');
  await expect(first.locator('[data-line]:has(+ form)')).toContainText('const line49 = 49;');
  await first.getByRole('textbox', { name: 'Comment on line 49' }).press('Enter');
  await expect(partsOf(page).message).toHaveValue('app.ts, line 49:\n>  const line49 = 49;\n\nWhy?');

  // The lines between two changes are shown once; after the last of them the focus is on the change.
  await pane.getByRole('button', { name: 'Show 20 more lines below line 53' }).click();
  await pane.getByRole('button', { name: 'Show 20 more lines above line 94' }).click();
  await expect(pane.getByRole('button', { name: / above line 74$/ })).toHaveCount(0);
  await expect(pane.getByRole('button', { name: / below line 73$/ })).toHaveCount(0);
  await expect(pane.getByRole('button', { name: 'Lines 94–100' })).toBeFocused();
  await expect(pane.getByRole('button', { name: / below line 100$/ })).toHaveCount(0);
  await expectAccessible(page, 'lines around changes');

  await pane.getByRole('button', { name: 'Revert the change at line 50' }).click();
  await expect.poll(() => readFileSync(join(projectDir, 'app.ts'), 'utf8')).toBe(before.replace('line97 = 97', 'line97 = 0'));
  await expect(pane.getByRole('button', { name: 'Show 20 more lines above line 94' })).toBeVisible();
});
