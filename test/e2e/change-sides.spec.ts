import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash'] } });
const LINES = Array.from({ length: 100 }, (_, index) => `const line${index + 1} = ${index + 1};`);

test('both versions stand side by side where there is room, with comments, word marks, more lines and revert', async ({ startHost }) => {
  const commands = [
    's/^const line50 .*/const line50 = fifty;/',
    's/^const line51 .*/const line51 = fifty_one; \\/\\/ a long comment that needs more than one line beside the other version, even on a wide screen\\nconst between = 0;/',
    '/^const line97 .*/d',
  ];
  const command = `sed -i ${commands.map((each) => `-e "${each}"`).join(' ')} app.ts`;
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('All changed.')] });
  await using _ = server;
  const before = `${LINES.join('\n')}\n`;
  const { page, projectDir } = await startHost({ files: { 'app.ts': before, '.claude/settings.json': SETTINGS }, env });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Change the app');
  await expect(page.getByText('All changed.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const pane = page.getByRole('region', { name: 'Changes', exact: true });
  const toggle = pane.getByRole('button', { name: 'Both versions side by side' });
  const first = pane.getByRole('group', { name: 'app.ts, Line 50' });
  const rows = first.locator(':scope > [data-line]');
  await expect(rows).toHaveCount(11);
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(rows).toHaveCount(9);
  await expect(rows.nth(3)).toHaveText(/50.*const line50 = 50;.*50.*const line50 = fifty;/);
  await expect(rows.nth(5)).toHaveText(/^52.*const between = 0;$/);

  const changed = rows.nth(3);
  await changed.getByText('const line50 = 50;').hover();
  await changed.getByRole('button', { name: 'Comment on line 50' }).first().click();
  await first.getByRole('textbox', { name: 'Comment on line 50' }).fill('Why?');
  await first.getByRole('textbox', { name: 'Comment on line 50' }).press('Enter');
  await expect(partsOf(page).message).toHaveValue('app.ts, line 50 before the change:\n> -const line50 = 50;\n\nWhy?');

  await pane.getByRole('button', { name: 'Show 20 more lines above line 47' }).click();
  await expect(rows).toHaveCount(29);
  await expectAccessible(page, 'changes side by side');

  // The choice is kept; where there is no room, it isn’t offered.
  await page.reload();
  await expect(partsOf(page).message).toBeFocused();
  await page.keyboard.press('ControlOrMeta+4');
  await expect(rows).toHaveCount(9);
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(toggle).toBeHidden();
  await expect(rows).toHaveCount(11);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(rows).toHaveCount(9);

  await pane.getByRole('button', { name: 'Keep the change at line 50' }).click();
  await expect(first).toBeHidden();
  await pane.getByRole('button', { name: 'Revert the change at line 98' }).click();
  await expect.poll(() => readFileSync(join(projectDir, 'app.ts'), 'utf8')).toContain('const line97 = 97;');
  expect(readFileSync(join(projectDir, 'app.ts'), 'utf8')).toContain('const line50 = fifty;');
});
