import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, row, say, startModel } from './window.ts';

test('an interrupt stops the answer, and the session continues', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [text('I begin with')], after: 'stall' }, { blocks: [text('Here again.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'tell me much');
  await expect(page.getByText('I begin with')).toBeVisible();
  await partsOf(page).stop.click();
  await expect(partsOf(page).stop).toBeHidden();
  // Said once, then and later, and not in the words for the model.
  const log = page.getByRole('log', { name: 'Messages' });
  const stopped = log.getByText('Stopped', { exact: true }).and(page.locator(':not(.visually-hidden)'));
  await expect(stopped).toHaveCount(1);
  await expect(log.getByRole('button', { name: 'Continue' })).toBeVisible();
  await expect(log).not.toContainText('Request interrupted');
  await say(page, 'again');
  await expect(page.getByText('Here again.')).toBeVisible();
  await expect(stopped).toHaveCount(1);
  await expect(log).not.toContainText('Request interrupted');
});

test('an interrupt ends a running command', async ({ startHost }) => {
  const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: 'echo started; tail -f /dev/null' })] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { timeline, stop } = partsOf(page);
  await say(page, 'wait');
  await expect(row(timeline, 'tail -f')).toHaveAttribute('data-state', 'running');
  await stop.click();
  await expect(row(timeline, 'tail -f')).toHaveAttribute('data-state', 'cancelled');
});

test('a message can be queued with Enter, and sent now with Mod+Enter', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('I look.'), toolUse('b1', 'Bash', { command: 'tail -f notes.txt' })] },
    { blocks: [text('Then I stop.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: { 'notes.txt': 'a\n' }, env });
  const { timeline, message } = partsOf(page);
  await say(page, 'watch the notes');
  await expect(row(timeline, 'tail -f')).toHaveAttribute('data-state', 'running');
  await expect(message).toHaveAttribute('placeholder', /Enter queues, (Ctrl\+Enter|⌘⏎) sends/);

  await say(page, 'first this');
  const queued = page.getByRole('list', { name: 'Queued messages' });
  await expect(queued.getByRole('listitem')).toHaveText(/first this/);
  await expect(row(timeline, 'tail -f')).toHaveAttribute('data-state', 'running');

  await message.fill('and this at once');
  await message.press('ControlOrMeta+Enter');
  await expect(row(timeline, 'tail -f')).toHaveAttribute('data-state', 'cancelled');
  await expect(page.getByText('Then I stop.')).toBeVisible();
  await expect(queued).toBeHidden();
  await expect(message).toHaveValue('');
  expect(
    server.requests[1]?.body.messages
      .at(-1)
      ?.content.slice(1)
      .map((block) => block.text),
  ).toEqual(['first this', 'and this at once']);
});

test('a reload during a run keeps the view, and the open ask can be answered', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('I write a file.'), toolUse('w1', 'Write', { file_path: 'new.txt', content: 'x\n' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'write it');
  await expect(partsOf(page).allow).toBeVisible();
  await page.reload();
  await expect(page.getByText('I write a file.')).toBeVisible();
  await answerWithKey(page, 'a');
  await expect(page.getByText('Written.')).toBeVisible();
});

test('a session survives a restart of the program', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' }), toolUse('w1', 'Write', { file_path: 'new.txt', content: 'x\n' })] },
    { blocks: [text('Going on.')] },
  );
  await using _ = server;
  const first = await startHost({ files: { 'a.txt': 'kept\n' }, env });
  await say(first.page, 'remember me');
  await expect(partsOf(first.page).allow).toBeVisible();
  await first.stop('SIGKILL');

  const { page } = await startHost({ projectDir: first.projectDir, env });
  const { timeline } = partsOf(page);
  await page.getByRole('button', { name: /^remember me/ }).click();
  await expect(row(timeline, 'a.txt')).toHaveAttribute('data-state', 'done');
  await expect(row(timeline, 'new.txt')).toHaveAttribute('data-state', 'cancelled');
  await say(page, 'go on');
  await expect(page.getByText('Going on.')).toBeVisible();
});

test('reports a rejected API key and accepts a new one', async ({ startHost }) => {
  const { server, env } = await startModel(
    { status: 401, error: 'invalid x-api-key', type: 'authentication_error' },
    { blocks: [text('Welcome.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'hello');
  const notice = page.getByRole('region', { name: 'Conversation' }).getByRole('alert');
  await expect(notice).toContainText('key');
  await notice.getByRole('button', { name: 'Enter a key' }).click();
  await page.getByLabel('API key').fill('better-key');
  await page.getByLabel('API key').press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Welcome.')).toBeVisible();
  expect(JSON.stringify(server.requests[1]?.headers)).toContain('better-key');
});

test('reports an unreachable server with its address', async ({ startHost }) => {
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  await once(closed, 'close');
  const url = `http://127.0.0.1:${port}`;
  const { page } = await startHost({ files: {}, env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'k' } });
  await say(page, 'hello');
  const notice = page.getByRole('region', { name: 'Conversation' }).getByRole('alert');
  await expect(notice).toContainText(`Nothing answers at ${url}.`);
  await expect(notice.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(partsOf(page).stop).toBeHidden();
});

test('reports a malformed stream and keeps the content before it', async ({ startHost }) => {
  const { server, env } = await startModel(
    { raw: 'event: message_start\ndata: {"type":"message_start"\n\n' },
    { blocks: [text('Better.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'hello');
  await expect(page.getByText('hello').first()).toBeVisible();
  await expect(page.getByText('Better.')).toBeVisible();
});

test('a message sent while the agent works is queued', async ({ startHost }) => {
  let release = (): void => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  const { server, env } = await startModel({ blocks: [text('First answer.')], until }, { blocks: [text('Second answer.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'first');
  await expect(page.getByText('First answer.')).toBeVisible();
  await say(page, 'second');
  await expect(page.getByLabel('Queued messages')).toContainText('second');
  release();
  await expect(page.getByText('Second answer.')).toBeVisible();
});

test('a message that a stop kept back can be sent; the others still wait', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [text('First answer.')], until: new Promise<void>(() => undefined) },
    { blocks: [text('Second answer.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'first');
  await expect(page.getByText('First answer.')).toBeVisible();
  await say(page, 'second');
  await say(page, 'third');
  const queued = page.getByRole('list', { name: 'Queued messages' });
  await expect(queued).toContainText('third');
  const send = queued.getByRole('button', { name: 'Send this message' });
  await expect(send).toHaveCount(0);
  await partsOf(page).stop.click();
  await queued.getByRole('listitem').filter({ hasText: 'second' }).getByRole('button', { name: 'Send this message' }).click();
  await expect(page.getByText('Second answer.')).toBeVisible();
  await expect(partsOf(page).stop).toBeHidden();
  await expect(queued.getByRole('listitem')).toHaveText([/third/u]);
  await expect(page.getByText('Sent while the agent worked')).toBeHidden();
});

test('renders model output as text, never as HTML', async ({ startHost }) => {
  const { server, env } = await startModel({
    blocks: [text('<img src=x onerror="document.title=1"> ![pic](http://127.0.0.1:1/x.png) **bold**')],
  });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  await say(page, 'show');
  await expect(page.getByText('bold', { exact: true })).toBeVisible();
  await expect(page.locator('main img, [role="log"] img')).toHaveCount(0);
});

test('the last line names what runs, and says what happened while a request is tried again', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('b1', 'Bash', { command: 'sleep 100; ls' })] },
    { status: 529, error: 'Overloaded', headers: { 'retry-after': '60' } },
    { blocks: [text('Here again.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { stop } = partsOf(page);
  await say(page, 'wait');
  await expect(page.getByText('Running sleep 100; ls')).toBeVisible();
  await stop.click();
  await say(page, 'go on');
  await expect(page.getByText('The server is overloaded (529)', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Trying again in \d+ s$/u)).toBeVisible();
  await expect(page.getByText('then try again')).toHaveCount(0);
  await page.getByRole('button', { name: 'Try now', exact: true }).click();
  await expect(page.getByText('Here again.')).toBeVisible();
});

test('what the person said when allowing a call stands with it', async ({ startHost }) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('w1', 'Write', { file_path: 'tide.txt', content: 'low' })] },
    { blocks: [text('Written.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Write it');
  await answerWithKey(page, 'c');
  await queue.getByRole('textbox').fill('Use the table next time');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Written.')).toBeVisible();
  await expect(page.getByText('Your comment: Use the table next time')).toBeVisible();
});
