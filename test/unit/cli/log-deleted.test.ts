import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const sessionDir = (state: string): string => {
  const sessions = join(state, 'sessions');
  const [slug = ''] = readdirSync(sessions);
  const [id = ''] = readdirSync(join(sessions, slug));
  return join(sessions, slug, id);
};
const log = (state: string): string => join(sessionDir(state), 'events.jsonl');
const auditFile = (state: string): string => {
  const name = readdirSync(join(state, 'audit')).find((file) => file.endsWith('.jsonl') && file !== 'index.jsonl') ?? '';
  return join(state, 'audit', name);
};

it.each<[string, (state: string) => void, RegExp]>([
  ['the state folder', (state) => rmSync(state, { recursive: true }), /session log .* is gone/],
  ['the session’s folder', (state) => rmSync(sessionDir(state), { recursive: true }), /session log .* is gone/],
  ['the session log', (state) => rmSync(log(state)), /session log .* is gone/],
  ['the session log, replaced by another', (state) => (rmSync(log(state)), writeFileSync(log(state), '')), /session log .* is gone/],
  ['the sessions folder, moved elsewhere', (state) => renameSync(join(state, 'sessions'), join(state, 'away')), /session log .* is gone/],
  ['the audit folder', (state) => rmSync(join(state, 'audit'), { recursive: true }), /audit log .* is gone/],
  [
    'the audit folder, replaced by another',
    (state) => (rmSync(join(state, 'audit'), { recursive: true }), mkdirSync(join(state, 'audit'))),
    /audit log .* is gone/,
  ],
  ['the audit file', (state) => rmSync(auditFile(state)), /audit log .* is gone/],
  ['the audit index', (state) => rmSync(join(state, 'audit/index.jsonl')), /audit log .* is gone/],
])('runs no call after %s was deleted during a run, and reports why', async (_, remove, message) => {
  const gone = Promise.withResolvers<void>();
  const write = (name: string) => toolUse(name, 'Write', { file_path: name, content: 'x' });
  await using server = await MessagesServer.start(
    { blocks: [write('first')] },
    { blocks: [{ ...write('second'), until: gone.promise }] },
    { blocks: [text('Done.')] },
  );
  using cli = new CliFixture();
  const args = ['run', '--project', cli.projectDir, '--permission-mode', 'acceptEdits', '--output-format', 'stream-json', '--prompt', 'go'];
  const running = cli.run(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
  await server.received(2);
  remove(join(cli.root, 'state'));
  gone.resolve();
  const { code, stderr } = await running;
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /u);
  expect(existsSync(join(cli.projectDir, 'first'))).toBe(true);
  expect(existsSync(join(cli.projectDir, 'second'))).toBe(false);
  expect(server.requests).toHaveLength(2);
});
