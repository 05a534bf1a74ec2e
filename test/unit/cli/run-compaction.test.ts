import { expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { conversationProblems } from '../../support/valid-conversation.ts';
import { CliFixture } from './run-cli.ts';

const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
const json = ['--output-format', 'stream-json'];
/** Compacted from 10,000 tokens on. */
const settings = ['--settings', JSON.stringify({ autoCompactWindow: 20_000 })];

it('compacts a long conversation automatically, counts its cost, and continues after a resume and in a fork', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })], usage: { input_tokens: 11_000 } },
    { blocks: [text('THE SUMMARY')], usage: { input_tokens: 11_500 } },
    { blocks: [text('Done.')], usage: { input_tokens: 700 } },
  );
  using cli = new CliFixture({ 'a.txt': 'hello\n' });
  const run = (prompt: string, ...more: string[]) =>
    cli.run(['run', '--project', cli.projectDir, '--prompt', prompt, ...settings, ...json, ...more], access(server));

  const first = await run('Never touch b.txt. Read a.txt.');
  expect(first.code).toBe(0);
  expect(first.lines.at(-1)).toMatchObject({
    type: 'result',
    subtype: 'success',
    num_turns: 2,
    result: 'Done.',
    usage: { input_tokens: 23_200 },
  });
  expect(first.lines.filter(({ subtype }) => subtype === 'compact_boundary')).toMatchObject([
    { type: 'system', compact_metadata: { trigger: 'auto' } },
  ]);
  expect(server.requests).toHaveLength(3);
  const sessionId = String(first.lines[0]?.['session_id']);

  server.push({ blocks: [text('Resumed.')], usage: { input_tokens: 800 } });
  const second = await run('again', '--resume', sessionId);
  expect(second.lines.at(-1)).toMatchObject({ result: 'Resumed.', session_id: sessionId });

  server.push({ blocks: [text('Forked.')], usage: { input_tokens: 800 } });
  const third = await run('otherwise', '--resume', sessionId, '--fork-session');
  expect(third.lines.at(-1)).toMatchObject({ result: 'Forked.' });
  expect(third.lines[0]?.['session_id']).not.toBe(sessionId);

  for (const { body } of server.requests.slice(2)) {
    expect(conversationProblems(body)).toEqual([]);
    expect(JSON.stringify(body.messages[0])).toContain('THE SUMMARY');
    expect(JSON.stringify(body.messages[0])).toContain('Never touch b.txt.');
  }
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('Resumed.');

  const audit = await cli.run(['audit', 'verify']);
  expect(audit.code).toBe(0);
});

it('does not compact when the settings disable it', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('r1', 'Read', { file_path: 'a.txt' })], usage: { input_tokens: 5_000_000 } },
    { blocks: [text('Done.')] },
  );
  using cli = new CliFixture({ 'a.txt': 'hello\n' });
  const off = ['--settings', JSON.stringify({ autoCompactEnabled: false })];
  await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...off], access(server));
  expect(server.requests).toHaveLength(2);
});

it('rejects --fork-session without a session to fork', async () => {
  using cli = new CliFixture();
  const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--fork-session']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('--resume');
});
