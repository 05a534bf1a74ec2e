import type { Locator } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

const CODE = `export const high = 'water';\n`;
/** The colours of keywords and strings in the dark theme. */
const KEYWORD = 'oklch(0.79 0.11 300)';
const STRING = 'oklch(0.81 0.11 150)';

/** A coloured part of a code text. */
const part = (within: Locator, of: string): Locator =>
  within
    .locator('span')
    .filter({ hasText: new RegExp(`^${of}$`) })
    .last();

test('code is coloured in messages, results, diffs and commands, and stays the same text', async ({ startHost }) => {
  const { server, env } = await startModel(
    {
      blocks: [
        text(`Look:\n\n\`\`\`ts\n${CODE}\`\`\`\n\n\`\`\`\nexport const plain\n\`\`\``),
        toolUse('r', 'Read', { file_path: 'tide.ts' }),
      ],
    },
    { blocks: [toolUse('e', 'Edit', { file_path: 'tide.ts', old_string: `'water'`, new_string: `'tide'` })] },
    { blocks: [toolUse('b', 'Bash', { command: `for f in *.ts; do node "$f"; done` })] },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'tide.ts': CODE }, env });
  await page.emulateMedia({ colorScheme: 'dark' });
  await say(page, 'Show the tide');
  const { allow, queue } = partsOf(page);
  const conversation = page.getByRole('region', { name: 'Conversation' });

  const block = conversation.locator('[data-code]').first();
  await expect(part(block, 'export')).toHaveCSS('color', KEYWORD);
  await expect(part(block, `'water'`)).toHaveCSS('color', STRING);
  await expect(block.locator('pre')).toHaveText(CODE.trimEnd());
  await expect(conversation.locator('[data-code]').nth(1).locator('span')).toHaveCount(0);

  const diff = queue.getByRole('group', { name: 'Changes to tide.ts' });
  await expect(part(diff, 'const').first()).toHaveCSS('color', KEYWORD);
  await expect(diff).toContainText(`export const high = 'tide';`);
  await expect(allow).toBeEnabled();
  await allow.click();

  await expect(part(queue.locator('pre').first(), 'for')).toHaveCSS('color', KEYWORD);
  await expect(queue.locator('pre').first()).toHaveText(`for f in *.ts; do node "$f"; done`);

  await conversation.getByRole('button', { name: /Read tide\.ts/ }).click();
  const inspector = page.getByRole('complementary');
  await expect(part(inspector.getByRole('group', { name: 'Result' }), 'export')).toHaveCSS('color', KEYWORD);
});

test('a hidden character in code stays marked, and a very large block stays plain', async ({ startHost }) => {
  const large = `const large = 1;\n`.repeat(5000);
  const { server, env } = await startModel(
    {
      blocks: [
        text(`\`\`\`ts\n${large}\`\`\`\n\nThe end.`),
        toolUse('b', 'Bash', { command: `for f in *\u200b; do rm "$f"; done\nexport A=1` }),
      ],
    },
    { blocks: [text('Done.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'Write much');
  const { queue } = partsOf(page);
  const command = queue.locator('pre').first();
  await expect(command.getByTitle('zero-width space U+200B')).toBeVisible();
  await expect(part(command, 'export')).toBeVisible();
  await expect(part(command, 'for')).toHaveCount(0);
  await expect(page.getByText('The end.').first()).toBeVisible();
  await expect(page.locator('[data-code] pre').first().locator('span')).toHaveCount(0);
});
