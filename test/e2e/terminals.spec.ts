import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('a command runs in a real terminal that one can type into', async ({ startHost }) => {
  const command = 'test -t 1 && echo "on a terminal"; read -r name; echo "hello $name"';
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command })] }, { blocks: [text('It asked.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'ask me');
  await answerWithKey(page, 'a');
  await row(partsOf(page).timeline, 'on a terminal').click();
  const terminal = page.locator('.xterm').first();
  await expect(terminal).toContainText('on a terminal');
  await terminal.click();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Enter');
  await expect(page.getByText('It asked.')).toBeVisible();
  await expect(terminal).toContainText('hello Ada');
  expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain('hello Ada');
});

test('a terminal is still there after a reload', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'echo first line; read -r x; echo "got $x"' })] },
    { blocks: [text('over')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'run');
  await answerWithKey(page, 'a');
  await expect(row(partsOf(page).timeline, 'first line')).toHaveAttribute('data-state', 'running');
  await page.reload();
  await row(partsOf(page).timeline, 'first line').click();
  const terminal = page.locator('.xterm').first();
  await expect(terminal).toContainText('first line');
  await terminal.click();
  await page.keyboard.type('more');
  await page.keyboard.press('Enter');
  await expect(terminal).toContainText('got more');
});
