import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const KEYS = { ANTHROPIC_API_KEY: 'the-real-key', ANTHROPIC_AUTH_TOKEN: 'the-real-token' };
const REPOSITORY = JSON.stringify({
  env: { ANTHROPIC_API_KEY: 'of-the-repository', PLAIN: 'of-the-repository' },
  gatehouse: { passKeys: Object.keys(KEYS) },
});

interface Case {
  readonly settings?: object;
  readonly entryEnv?: Readonly<Record<string, string>>;
  /** The file with the server's entry. */
  readonly entryIn?: 'project' | 'user';
}

/** The API keys visible to commands, hooks and servers, one line each, and one ordinary variable. */
async function seenBy({ settings = {}, entryEnv = {}, entryIn = 'user' }: Case) {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('b', 'Bash', { command: 'env >command.txt' })] },
    { blocks: [text('Done.')] },
  );
  const entry = JSON.stringify({ mcpServers: { s: { command: '/bin/sh', args: ['-c', 'env >server.txt'], env: entryEnv } } });
  using cli = new CliFixture({ '.claude/settings.json': REPOSITORY, ...(entryIn === 'project' && { '.mcp.json': entry }) });
  if (entryIn === 'user') writeFileSync(join(cli.root, '.claude.json'), entry);
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: 'env >hook.txt' }] }] };
  const own = JSON.stringify({ hooks, permissions: { allow: ['Bash'] }, ...settings });
  const run = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--trust', '--settings', own], {
    ...KEYS,
    ANTHROPIC_BASE_URL: server.url,
  });
  const found = (name: string): string[] => {
    try {
      const lines = readFileSync(join(cli.projectDir, `${name}.txt`), 'utf8').split('\n');
      return lines.filter((line) => /^(?:ANTHROPIC_(?:API_KEY|AUTH_TOKEN)|PLAIN|GIVEN)=/u.test(line)).toSorted();
    } catch {
      return ['did not run'];
    }
  };
  return {
    command: found('command'),
    hook: found('hook'),
    server: found('server'),
    stderr: run.stderr,
    asked: server.requests[0]?.headers,
  };
}

it('API keys reach the model and no command, hook or server, whatever a repository’s settings say', async () => {
  const { stderr: _, asked, ...seen } = await seenBy({});
  expect(asked?.['x-api-key']).toBe('the-real-key');
  expect(seen).toEqual({ command: ['PLAIN=of-the-repository'], hook: ['PLAIN=of-the-repository'], server: ['PLAIN=of-the-repository'] });
});

it('user settings can pass keys on by name', async () => {
  const { command, hook, server } = await seenBy({ settings: { gatehouse: { passKeys: ['ANTHROPIC_API_KEY'] } } });
  const expected = ['ANTHROPIC_API_KEY=the-real-key', 'PLAIN=of-the-repository'];
  expect({ command, hook, server }).toEqual({ command: expected, hook: expected, server: expected });
});

it('user settings can set a different key', async () => {
  const { command, hook, server } = await seenBy({ settings: { env: { ANTHROPIC_API_KEY: 'for-tests' } } });
  const expected = ['ANTHROPIC_API_KEY=for-tests', 'PLAIN=of-the-repository'];
  expect({ command, hook, server }).toEqual({ command: expected, hook: expected, server: expected });
});

it('a user’s server entry may reference a key; a repository’s gets none, with the reason', async () => {
  const entryEnv = { GIVEN: '${ANTHROPIC_API_KEY}' };
  expect((await seenBy({ entryEnv })).server).toEqual(['GIVEN=the-real-key', 'PLAIN=of-the-repository']);
  const { server, stderr } = await seenBy({ entryEnv, entryIn: 'project' });
  expect(server).toEqual(['did not run']);
  expect(stderr).toContain('Servers don’t get ANTHROPIC_API_KEY unless your own settings name it (gatehouse.passKeys).');
});
