import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, toolUse, type Answer } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const json = ['--output-format', 'stream-json'];
const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
const done: Answer = { blocks: [text('Done.')] };

/** The results of the last answer's calls, as the model reads them. */
function results(server: MessagesServer): Record<string, unknown> {
  const content = server.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content ?? [];
  return Object.fromEntries(content.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block.content]] : [])));
}

it('a project folder deleted during a turn fails the calls that need it, and the session continues when it is back', async () => {
  const gone = Promise.withResolvers<void>();
  const calls = [
    toolUse('bash', 'Bash', { command: 'pwd' }),
    toolUse('read', 'Read', { file_path: 'a.txt' }),
    toolUse('grep', 'Grep', { pattern: 'hello' }),
    toolUse('glob', 'Glob', { pattern: '*' }),
    toolUse('write', 'Write', { file_path: 'new/b.txt', content: 'x' }),
    toolUse('edit', 'Edit', { file_path: 'a.txt', old_string: 'hello', new_string: 'bye' }),
  ];
  await using server = await MessagesServer.start(
    { blocks: [toolUse('first', 'Read', { file_path: 'a.txt' })] },
    { blocks: calls.map((call) => ({ ...call, until: gone.promise })) },
    done,
  );
  using cli = new CliFixture({ 'a.txt': 'hello\n' });
  const away = join(cli.root, 'elsewhere');
  const args = [
    'run',
    '--project',
    cli.projectDir,
    '--permission-mode',
    'acceptEdits',
    '--settings',
    '{"gatehouse":{"siblingAbort":"off"}}',
    ...json,
  ];
  const running = cli.run([...args, '--prompt', 'go'], access(server));
  await server.received(2);
  renameSync(cli.projectDir, away);
  gone.resolve();
  const { code, stderr } = await running;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(Object.keys(results(server))).toHaveLength(calls.length);
  for (const [id, content] of Object.entries(results(server)))
    expect(`${id}: ${String(content)}`).toMatch(/no longer exists|does not exist/i);
  // Nothing was created in its place.
  expect(existsSync(cli.projectDir)).toBe(false);

  const missing = await cli.run([...args, '--prompt', 'and?', '--resume', 'last'], access(server));
  expect(missing.code).not.toBe(0);
  expect(missing.stderr).toMatch(/project.*(?:no longer exists|doesn’t exist|does not exist|can’t be|no folder)/i);
  expect(existsSync(cli.projectDir)).toBe(false);

  renameSync(away, cli.projectDir);
  server.push({ blocks: [toolUse('again', 'Bash', { command: 'cat a.txt' })] }, done);
  const back = await cli.run([...args, '--prompt', 'go on', '--resume', 'last'], access(server));
  expect({ code: back.code, stderr: back.stderr }).toEqual({ code: 0, stderr: '' });
  expect(results(server)).toEqual({ again: 'hello' });
  expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('"tool_use_id":"first"');
});
