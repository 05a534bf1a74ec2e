import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const SETTINGS = JSON.stringify({ permissions: { allow: ['Bash', 'Write'] } });

test('each changed file names the command in whose run it changed; for a deleted one that none names all are named in order', async ({
  startHost,
}) => {
  const commands = [
    'printf "{}" > package-lock.json',
    'printf 2 > tsconfig.json',
    ...[3, 4, 5, 6, 7].map((number) => `printf ${number} > step-${number}.txt`),
    'rm named.txt; printf gone.txt | xargs rm && printf 8 > step-8.txt',
  ];
  const { server, env } = await startModel(
    { blocks: commands.slice(0, 4).map((command, index) => toolUse(`a${index}`, 'Bash', { command })) },
    { blocks: commands.slice(4).map((command, index) => toolUse(`b${index}`, 'Bash', { command })) },
    { blocks: [text('All run.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'gone.txt': 'gone\n', 'named.txt': 'named\n', '.claude/settings.json': SETTINGS }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Run them');
  await expect(page.getByText('All run.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+4');
  const row = (path: string) => page.getByRole('list', { name: 'Changed files' }).locator(`[data-path="${path}"]`);
  // A name that fits is in one piece.
  const overview = page.getByRole('navigation', { name: 'Overview of the changed files' });
  const gaps = await overview.getByRole('link', { name: /^tsconfig/ }).evaluate((link) =>
    [...link.querySelectorAll('bdi')].map((text) => {
      const range = link.ownerDocument.createRange();
      range.selectNodeContents(text);
      return Math.abs((text.parentElement ?? text).getBoundingClientRect().width - range.getBoundingClientRect().width);
    }),
  );
  // Of the name as it is read out, of its start and its end.
  expect(gaps.length).toBe(3);
  expect(gaps[1]).toBeLessThan(1);
  // A file that is folded since a program makes it names its call too, folded or not.
  await expect(row('package-lock.json')).toContainText('Folded: generated file');
  await expect(row('package-lock.json')).toContainText(`Changed by ${commands[0]}`);
  await row('package-lock.json').locator('[data-file]').click();
  await expect(row('package-lock.json').getByRole('button', { name: /^Show the call/ })).toHaveCount(1);
  await expect(row('step-5.txt')).toContainText(`Changed by ${commands[4]}`);
  await expect(row('step-5.txt').getByRole('button', { name: /^Show the call/ })).toHaveCount(1);

  // The file system doesn’t say when a file was deleted, but a command may name it.
  await expect(row('named.txt')).toContainText(`Changed by ${commands[7]}`);
  await expect(row('named.txt').getByRole('button', { name: /^Show the call/ })).toHaveCount(1);
  const gone = row('gone.txt');
  await expect(gone).toContainText('Changed while these ran:');
  const calls = gone.getByRole('button', { name: /^Show the call/ });
  await expect(calls).toHaveText(commands.slice(0, 6));
  await gone.getByRole('button', { name: 'and 2 more' }).click();
  await expect(calls).toHaveText(commands);
});
