import { text, toolUse } from '../support/messages-answer.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const ALLOW = JSON.stringify({ permissions: { allow: ['Bash(node *)'] } });
const CHECK = `console.log('|' + ' '.repeat(40) + '^ here');
for (let i = 1; i <= 80; i += 1) console.log('passed case ' + i);
console.error('\\u001b[31mAssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: [\\u001b[39m');
for (let i = 1; i <= 20; i += 1) console.error('  + ' + i);
console.error('ℹ tests 82\\nℹ pass 80\\nℹ fail 2\\n\\n');
process.exitCode = 1;
`;

test('a failed command shows its end with the error, and opens in place to all of it', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('t1', 'Bash', { command: 'node check.js' })] },
    { blocks: [toolUse('t2', 'Bash', { command: 'node missing.js' })] },
    { blocks: [text('It fails.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.local.json': ALLOW, 'check.js': CHECK }, env });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  await say(page, 'Check it');
  await expect(page.getByText('It fails.')).toBeVisible();
  const failed = conversation.locator('[data-call]').filter({ hasText: 'node check.js' });
  await expect(failed).toContainText('AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal: [');
  await expect(failed).toContainText('… 18 more lines …');
  await expect(failed).toContainText('ℹ fail 2');
  await expect(failed).not.toContainText('passed case');
  const earlier = failed.getByRole('button', { name: 'Show 81 earlier lines' });
  await expect(earlier).toHaveAttribute('aria-expanded', 'false');
  await expectNoViolation(page, 'body');

  await earlier.click();
  const output = failed.getByRole('group', { name: 'Output' });
  await expect(output).toContainText('passed case 1\n');
  // Aligned, not marked.
  await expect(output).toContainText(`|${' '.repeat(40)}^ here`, { useInnerText: true });
  // Where the preview was: the end is in view.
  await expect.poll(() => output.evaluate((pre) => pre.scrollHeight - pre.scrollTop - pre.clientHeight)).toBeLessThan(2);
  const close = failed.getByRole('button', { name: 'Show only its end' });
  await expect(close).toBeFocused();
  await close.press('Enter');
  await expect(output).toBeHidden();
  await expect(earlier).toBeFocused();
});
