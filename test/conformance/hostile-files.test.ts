import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { contentText } from '#shared/session/content-text.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();

interface Call {
  readonly tool: string;
  readonly input: Record<string, unknown>;
}

/** Makes each call in a response of its own, in a session with a person who allows everything; returns what the model is told. */
async function told(calls: readonly Call[], prepare: (path: (name: string) => string) => Promise<void> | void): Promise<string[]> {
  await using server = await MessagesServer.start(
    ...calls.map(({ tool, input }, index) => ({ blocks: [toolUse(`c${String(index)}`, tool, input)] })),
    { blocks: [text('Done.')] },
  );
  await using fixture = new TestSession({ url: server.url, engine, equip: realTools(engine), files: { 'a.txt': 'one\n' } });
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest } = event.data.ask;
    setImmediate(() => fixture.session.answer(askId, digest, { type: 'allow_once' }));
  });
  await prepare((name) => fixture.project.path(name));
  await fixture.say('go');
  return fixture.all('call.finished').map(({ content }) => contentText(content).replaceAll(fixture.project.projectDir, '<project>'));
}

async function special(path: (name: string) => string): Promise<void> {
  execFileSync('mkfifo', [path('pipe')]);
  const socket = createServer().listen(path('socket'));
  await new Promise((resolve) => socket.once('listening', resolve));
  onTestFinished(() => void socket.close());
  symlinkSync('loop2', path('loop1'));
  symlinkSync('loop1', path('loop2'));
  symlinkSync('absent/file', path('dangling'));
  mkdirSync(path('folder'));
  writeFileSync(path('line\nfeed.txt'), 'x');
  writeFileSync(path('sparse.txt'), '');
  truncateSync(path('sparse.txt'), 2 ** 31);
}

const LONG = 'x'.repeat(5000);

describe.skipIf(process.platform !== 'linux')('a path that is no ordinary file', () => {
  it.each([
    ['a pipe', 'pipe', 'it is a device, pipe or socket'],
    ['a socket', 'socket', 'it is a device, pipe or socket'],
    ['a device', '/dev/zero', 'it is a device, pipe or socket'],
    ['a kernel file', '/proc/self/environ', 'it is a file of the kernel'],
    ['links in a circle', 'loop1', "'loop1' is a symbolic link that leads back to itself"],
    ['a dangling link', 'dangling', '<project>/dangling is a symbolic link to <project>/absent/file, which does not exist'],
    ['a sparse file of 2 GB', 'sparse.txt', 'Use offset and limit'],
    ['a null character', 'a\0b', 'The path must not contain a null character'],
    ['a long path', LONG, 'The path is too long: 5000 characters, at most 4096'],
    ['a file as a folder', 'a.txt/b', 'File does not exist'],
  ])('Read refuses %s and says what to do', async (_name, file_path, message) => {
    const [result] = await told([{ tool: 'Read', input: { file_path } }], special);
    expect(result).toContain(message);
    expect(result?.length).toBeLessThan(1000);
  });

  it.each([
    ['a pipe', 'pipe', "Cannot write 'pipe': it is not a regular file"],
    ['a socket', 'socket', 'it is not a regular file'],
    ['a device', '/dev/zero', 'it is not a regular file'],
    ['links in a circle', 'loop1', "'loop1' is a symbolic link that leads back to itself"],
    ['a dangling link', 'dangling', 'It leads to <project>/absent/file; name that file instead.'],
    ['a folder', 'folder', "'folder' is a folder. Name a file in it."],
    ['a path that names a folder', 'new/', "'new/' names a folder. Name a file in it."],
    ['nothing', '', 'The path is empty. Name a file.'],
    ['a null character', 'a\0b', 'The path must not contain a null character'],
    ['a long path', LONG, 'The path is too long: 5000 characters, at most 4096'],
  ])('Write and Edit refuse %s and say what to do', async (_name, file_path, message) => {
    const results = await told(
      [
        { tool: 'Write', input: { file_path, content: 'x' } },
        { tool: 'Edit', input: { file_path, old_string: 'a', new_string: 'b' } },
      ],
      special,
    );
    for (const result of results) {
      expect(result).toContain(message);
      expect(result.length).toBeLessThan(1000);
    }
  });

  it('Read takes a name with a line feed', async () => {
    expect(await told([{ tool: 'Read', input: { file_path: 'line\nfeed.txt' } }], special)).toEqual(['1\tx']);
  });
});

describe('a confused search', () => {
  it.each<[string, Call, string]>([
    ['a line feed in a pattern', { tool: 'Grep', input: { pattern: 'a\nb' } }, 'Set multiline to true'],
    ['a path in a glob that leads up', { tool: 'Glob', input: { pattern: '**/../*' } }, 'pattern must not contain “..”. Set path'],
    ['an unknown file type', { tool: 'Grep', input: { pattern: 'a', type: 'nosuch' } }, 'Use glob instead, such as "*.nosuch"'],
    ['a pattern that is no expression', { tool: 'Grep', input: { pattern: '(' } }, 'unclosed group'],
    ['an object for a setting', { tool: 'Config', input: { setting: 'model', value: {} } }, 'expected string, number or boolean'],
  ])('is told what to do about %s', async (_name, call, message) => {
    expect(await told([call], () => undefined)).toEqual([expect.stringContaining(message)]);
  });
});

/** An answer of the model can't be much longer. */
describe('a million characters in one field', () => {
  const HUGE = 'y'.repeat(1_000_000);

  it.each<[string, Call[], string]>([
    ['the content of a Write', [{ tool: 'Write', input: { file_path: 'big.txt', content: HUGE } }], 'File created successfully'],
    [
      'the text to replace',
      [
        { tool: 'Read', input: { file_path: 'a.txt' } },
        { tool: 'Edit', input: { file_path: 'a.txt', old_string: HUGE, new_string: 'x' } },
      ],
      'String to replace not found',
    ],
    ['a path', [{ tool: 'Read', input: { file_path: HUGE } }], 'too long'],
    ['a pattern', [{ tool: 'Grep', input: { pattern: HUGE } }], 'too long to search with'],
    ['a command', [{ tool: 'Bash', input: { command: `echo ${HUGE}` } }], 'too long'],
    ['a field that is not known', [{ tool: 'Read', input: { file_path: 'a.txt', [HUGE]: 1 } }], 'An unexpected parameter'],
  ])('as %s gets a short answer', async (_name, calls, message) => {
    const result = (await told(calls, () => undefined)).at(-1);
    expect(result).toContain(message);
    expect(result?.length).toBeLessThan(20_000);
  });
});
