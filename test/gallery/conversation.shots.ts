import { execFileSync } from 'node:child_process';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from '../e2e/host.ts';
import { partsOf, say, startModel } from '../e2e/window.ts';
import { shoot } from './shoot.ts';

const IDENTITY = { GIT_AUTHOR_NAME: 'P', GIT_AUTHOR_EMAIL: 'p@example.com', GIT_COMMITTER_NAME: 'P', GIT_COMMITTER_EMAIL: 'p@example.com' };
const SETTINGS = { permissions: { allow: ['Bash(node *)', 'Edit(./**)'], deny: ['Bash(git push *)'] } };
const MONEY = `export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += Math.round(line.price * line.count);
  }
  return sum;
}
`;
const TEST = `console.log('ok 1 - an empty invoice');
console.log('ok 2 - one line');
console.error('not ok 3 - rounds once, at the end');
console.error('  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 1999 !== 1998');
console.error('      at total (src/money.ts:4:12)');
console.error('tests 3\\npass 2\\nfail 1');
process.exitCode = require('node:fs').readFileSync('src/money.ts', 'utf8').includes('Math.round(sum)') ? 0 : 1;
`;
const read = (part: string) => toolUse(part, 'Read', { file_path: `src/${part}.ts` });
const edit = (id: string, file_path: string, old_string: string, new_string: string) =>
  toolUse(id, 'Edit', { file_path, old_string, new_string });

test('a conversation with folded work, a diff, a failed command and a denial; its turn is committed', async ({ startHost, homeDir }) => {
  const parts = ['cart', 'invoice', 'order', 'refund', 'tax', 'voucher'];
  const { server, env } = await startModel(
    { blocks: [text('First I read who sums up money.'), ...[...parts, 'money'].map(read)] },
    {
      blocks: [text('`total` rounds each line, so errors add up. The test shows it:'), toolUse('t1', 'Bash', { command: 'node test.js' })],
    },
    {
      blocks: [
        text('Now it rounds once, and the callers say so.'),
        edit('e1', 'src/money.ts', '    sum += Math.round(line.price * line.count);', '    sum += line.price * line.count;'),
        edit('e2', 'src/money.ts', '  return sum;', '  return Math.round(sum);'),
        edit('e3', 'src/cart.ts', 'export const cart = 1;', 'export const cart = 1; // rounded by total'),
        edit('e4', 'src/tax.ts', 'export const tax = 1;', 'export const tax = 1; // rounded by total'),
        toolUse('t2', 'Bash', { command: 'node test.js' }),
        toolUse('p1', 'Bash', { command: 'git push origin main' }),
      ],
    },
    { blocks: [text('Totals are now **rounded once**, at the end. I may not push, so that is left to you.')] },
  );
  await using _ = server;
  const files = {
    ...Object.fromEntries(parts.map((part) => [`src/${part}.ts`, `export const ${part} = 1;\n`])),
    'src/money.ts': MONEY,
    'test.js': TEST,
    '.claude/settings.json': JSON.stringify(SETTINGS, undefined, 2),
  };
  const first = await startHost({ files, env, noPage: true });
  const gitEnv = { ...process.env, ...IDENTITY, HOME: homeDir, GIT_CONFIG_NOSYSTEM: '1' };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: first.projectDir, env: gitEnv });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'first');
  await first.stop();
  const { page } = await startHost({ projectDir: first.projectDir, env: { ...env, ...IDENTITY } });
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const { message, stop } = partsOf(page);
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'The totals of invoices are off by a cent. Find out why, and fix it.');
  await expect(conversation.getByText('that is left to you')).toBeVisible();
  await expect(stop).toBeHidden();
  await expect(conversation.getByRole('button', { name: 'Commit…' })).toBeVisible();
  await conversation.getByRole('button', { name: /^4 edits, 1 command/ }).click();
  const edited = conversation.locator('[data-call]').filter({ hasText: /^Edit/ }).first();
  await edited.hover();
  await edited.getByRole('button', { name: 'Show the result here' }).click();
  await expect(edited).toContainText('Math.round(');
  await page.mouse.move(0, 0);
  await shoot(page, '53-conversation');
  await message.press('ControlOrMeta+f');
  const field = page.getByRole('textbox', { name: 'Find in the conversation' });
  await field.fill('round');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d of \d/);
  await field.press('Enter');
  await shoot(page, '54-find');
  await field.press('Escape');
  await conversation.getByRole('button', { name: 'Commit…' }).click();
  const form = page.getByRole('dialog', { name: 'Commit', exact: true });
  await form.getByRole('textbox', { name: 'Message' }).fill('money: round totals once\n\nRounding each line adds up errors.');
  await expect(form.getByRole('checkbox', { name: 'Commit src/money.ts' })).toBeChecked();
  await shoot(page, '55-commit');
});
