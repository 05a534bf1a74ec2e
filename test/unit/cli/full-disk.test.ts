import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLog } from '#main/session/log-lines.ts';
import { text, toolUse, type Answer } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { conversationProblems } from '../../support/valid-conversation.ts';
import { CliFixture } from './run-cli.ts';

const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
const done: Answer = { blocks: [text('Done.')] };

function eventsOf(cli: CliFixture) {
  const sessions = join(cli.root, 'state', 'sessions');
  const [slug = ''] = readdirSync(sessions);
  const [id = ''] = readdirSync(join(sessions, slug));
  const file = join(sessions, slug, id, 'events.jsonl');
  return readLog(file, readFileSync(file)).events;
}

describe.runIf(process.platform === 'linux')('a disk that fills up during a turn', () => {
  it('stops the turn with a clear error, keeps finished work, and continues when there is space', async () => {
    const say = (index: number): Answer => ({
      blocks: [text('z'.repeat(6000)), toolUse(`w${index}`, 'Write', { file_path: `f${index}.txt`, content: `${index}` })],
    });
    await using server = await MessagesServer.start(...Array.from({ length: 20 }, (_, index) => say(index)));
    using cli = new CliFixture();
    cli.maxFileBytes = 64 * 1024;
    const args = ['run', '--project', cli.projectDir, '--permission-mode', 'acceptEdits', '--output-format', 'stream-json'];
    const full = await cli.run([...args, '--prompt', 'go'], access(server));
    expect(full.code).not.toBe(0);
    expect(full.stderr + full.stdout).toMatch(/session log .*can’t be written.*Free some space/s);
    expect(full.stderr + full.stdout).not.toMatch(/\n\s+at /);
    const asked = server.requests.length;
    expect(asked).toBeLessThan(20);

    // The log contains exactly the finished work: a call starts only when its start could be logged.
    const before = eventsOf(cli);
    const written = before.flatMap((event) => (event.type === 'call.finished' && event.data.outcome === 'done' ? [event.data.callId] : []));
    expect(written.length).toBeGreaterThan(2);
    for (const callId of written) expect(existsSync(join(cli.projectDir, `f${callId.slice(1)}.txt`))).toBe(true);
    const started = before.flatMap((event) => (event.type === 'call.started' ? [event.data.callId] : []));
    expect(readdirSync(cli.projectDir).every((file) => started.includes(`w${file.slice(1, -4)}`))).toBe(true);

    cli.maxFileBytes = undefined;
    await using roomy = await MessagesServer.start(done);
    const again = await cli.run([...args, '--prompt', 'go on', '--resume', 'last'], access(roomy));
    expect({ code: again.code, stderr: again.stderr }).toEqual({ code: 0, stderr: '' });
    expect(conversationProblems(roomy.requests[0]?.body ?? { messages: [] })).toEqual([]);
    expect(eventsOf(cli).slice(0, before.length)).toEqual(before);
  });
});

describe('an unwritable state folder', () => {
  it.each<[string, (cli: CliFixture) => string]>([
    ['is below a file', (cli) => join(cli.projectDir, 'a.txt', 'state')],
    ['is on a file system that can’t create folders', () => '/sys/gatehouse'],
    [
      'has a file named sessions',
      (cli) => {
        mkdirSync(join(cli.root, 'state'));
        writeFileSync(join(cli.root, 'state', 'sessions'), '');
        return join(cli.root, 'state');
      },
    ],
  ])('because it %s: prints one sentence and runs nothing', async (_why, stateDir) => {
    await using server = await MessagesServer.start(done);
    using cli = new CliFixture({ 'a.txt': 'hello\n' });
    const temp = stateDir(cli);
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go'], {
      ...access(server),
      GATEHOUSE_HOME: temp,
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain(temp);
    expect(stderr).toMatch(/can[’']t (?:use|be (?:made|created|written|opened))/);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(server.requests).toEqual([]);
    expect(readFileSync(join(cli.projectDir, 'a.txt'), 'utf8')).toBe('hello\n');
  });
});
