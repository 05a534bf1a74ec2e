import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startProcess } from '#main/tool/start-process.ts';
import { SessionScripts } from '#main/script/session-scripts.ts';
import { startLockedProcess } from '#main/script/locked-process.ts';

const answersSchema = z.record(z.string(), z.string());

/** Starts the attempts of `powers.ts` with the arguments of a script’s process, except those in `without`. */
async function powers(port: number, without: readonly string[] = []): Promise<z.infer<typeof answersSchema> | undefined> {
  const locked = startLockedProcess();
  const [, ...given] = locked.spawnargs;
  locked.kill('SIGKILL');
  const program = join(import.meta.dirname, 'powers.ts');
  const child = startProcess(
    process.execPath,
    [
      ...given.slice(0, -1).filter((argument) => !without.some((start) => argument.startsWith(start))),
      `--allow-fs-read=${dirname(program)}`,
      program,
      String(port),
    ],
    { stdio: 'pipe', env: {} },
  );
  child.stdin.end();
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  await new Promise((resolve) => child.once('close', resolve));
  return out === '' ? undefined : answersSchema.parse(JSON.parse(out));
}

describe('the process of a script', () => {
  it('has no access to anything, even for code that has taken it over', async () => {
    const reached: string[] = [];
    const server = createServer((socket) => {
      reached.push('a connection');
      socket.destroy();
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const answers = await powers(typeof address === 'object' && address ? address.port : 0);
    expect(Object.keys(answers ?? {}).length).toBeGreaterThan(15);
    expect(Object.entries(answers ?? {}).filter(([, answer]) => answer !== 'refused')).toEqual([]);
    expect(reached).toEqual([]);
  });

  it.each([['--permission'], ['--disallow-code-generation']])('refuses to work without %s', async (argument) => {
    expect(await powers(0, [argument])).toBeUndefined();
  });
});

describe('a process that breaks the protocol', () => {
  const say = (text: string): SessionScripts =>
    new SessionScripts(() =>
      startProcess(process.execPath, ['-e', `process.stdout.write('{"type":"ready"}\\n'); process.stdin.on('data', () => { ${text} })`], {
        stdio: 'pipe',
      }),
    );

  it.each([
    ['text', 'process.stdout.write("hello\\n")'],
    ['another type', `process.stdout.write('{"type":"run"}\\n')`],
    ['another tool', `process.stdout.write('{"type":"call","id":1,"name":"Bash","input":{}}\\n')`],
    ['a call twice', `process.stdout.write('{"type":"call","id":1,"name":"Echo","input":{}}\\n'.repeat(2))`],
    [
      'too many calls',
      `for (let id = 1; id < 200; id++) process.stdout.write('{"type":"call","id":' + id + ',"name":"Echo","input":{}}\\n')`,
    ],
    ['a line without end', `const more = () => process.stdout.write('x'.repeat(1e6), more); more()`],
    ['lines without end', `const more = () => process.stdout.write('{"type":"log","level":"log","text":""}\\n'.repeat(1e4), more); more()`],
    [
      'deep nesting',
      `process.stdout.write('{"type":"call","id":1,"name":"Echo","input":{"a":' + '['.repeat(1e5) + ']'.repeat(1e5) + '}}\\n')`,
    ],
  ])('is ended: %s', async (_what, text) => {
    const scripts = say(text);
    onTestFinished(() => scripts.dispose());
    const script = scripts.open({ names: ['Echo'], isRepeatable: false });
    const end = await script.run({
      code: '',
      workMs: 60_000,
      signal: new AbortController().signal,
      onCall: () => new Promise(() => undefined),
      onLine: () => undefined,
    });
    expect(end).toEqual({ type: 'ended', why: 'its process broke the rules between it and Gatehouse' });
    expect(script.hasEnded).toBe(true);
  });

  it('is reported if it can’t start', async () => {
    const scripts = new SessionScripts(() => startProcess('/nowhere/node', [], { stdio: 'pipe' }));
    onTestFinished(() => scripts.dispose());
    const end = await scripts.open({ names: [], isRepeatable: false }).run({
      code: '',
      workMs: 1,
      signal: new AbortController().signal,
      onCall: () => new Promise(() => undefined),
      onLine: () => undefined,
    });
    expect(end).toEqual({ type: 'ended', why: expect.stringContaining('can’t be started') });
  });
});
