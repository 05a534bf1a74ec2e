import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OnProgress } from '#main/tool/tool.ts';
import { controlTimeLimits } from '#test/support/time-limits.ts';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const bash = (command: string, more: Record<string, unknown> = {}, onProgress?: OnProgress): ReturnType<SessionFixture['call']> =>
  session.call('Bash', { command, ...more }, onProgress);

describe('Bash: results', () => {
  it.each([
    ['echo out; echo err >&2', 'out\nerr', false],
    ['true', '(Bash completed with no output)', false],
    ['echo out; echo err >&2; exit 3', 'Exit code 3\nout\nerr', true],
    ['exit 7', 'Exit code 7', true],
    ['kill -KILL $$', 'Exit code 137', true],
    ['grep nothing f.txt', '(Bash completed with no output)', false],
    ['diff f.txt g.txt', '1c1\n< a\n---\n> b', false],
    ['grep nothing missing.txt', 'Exit code 2\ngrep: missing.txt: No such file or directory', true],
    ['cat missing.txt', 'Exit code 1\ncat: missing.txt: No such file or directory', true],
  ])('%s', async (command, text, isError) => {
    session.write('f.txt', 'a\n');
    session.write('g.txt', 'b\n');
    expect(await bash(command)).toMatchObject({ text, isError });
  });

  it('reports a timeout', async () => {
    const time = controlTimeLimits();
    const running = bash('echo started; touch up; sleep 600', { timeout: 300_000 });
    while (!existsSync(path.join(session.project, 'up'))) await sleep(20);
    time.passed(300_000);
    expect(await running).toMatchObject({
      text: 'Exit code 143\nCommand timed out after 300s\nstarted',
      isError: true,
      result: { exitCode: 143 },
    });
  });

  it('reports an interrupt', async () => {
    const running = bash('echo started; sleep 60', {}, (update) => {
      if ('terminal' in update) session.context.abortController.abort();
    });
    expect(await running).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Exit code 143\nCommand was interrupted before it ended/),
    });
  });

  /** The file of the call's whole result, as SPEC B1 requires. */
  const wholeFile = () => path.join(session.sessionDir, 'tool-results', 'toolu_1.txt');
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${String(index + 1)}\n`).join('');

  it('a long failure keeps its start and end, and is saved whole to a file', async () => {
    const { text, isError, result } = await bash('seq 1 10000; echo the end; exit 2');
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^Exit code 2\n<persisted-output>\nOutput too large \(47\.8KB, 48901 characters\)\. Full output saved to: .*\n\nPreview \(first 4500 characters\):\n1\n2\n/,
    );
    expect(text).toContain(`saved to: ${wholeFile()}\n`);
    expect(text).toMatch(/\n10000\nthe end\n<\/persisted-output>$/);
    expect(text.length).toBeLessThan(10_000);
    expect(readFileSync(wholeFile(), 'utf8')).toBe(`${numbers(10_000)}the end`);
    expect(result?.persistedPath).toBe(wholeFile());
  });

  it('an output too large for memory is saved as plain text, and the result names the file', async () => {
    const { text, isError, result } = await bash("seq 1 200000 | sed 's/^1$/\\x1b[31m1\\x1b[0m/'");
    expect(isError).toBe(false);
    expect(text).toMatch(
      /^<persisted-output>\nOutput too large \(1.2MB, 1288895 characters\)\. Full output saved to: (.*)\n\nPreview \(first 4500 characters\):\n1\n2\n/,
    );
    expect(text).toContain(`saved to: ${wholeFile()}\n`);
    expect(text.endsWith('\n199999\n200000\n</persisted-output>')).toBe(true);
    expect(text.length).toBeLessThan(10_000);
    expect(readFileSync(wholeFile(), 'utf8')).toBe(numbers(200_000));
    expect(result?.persistedPath).toBe(wholeFile());
    expect(session.tool('Bash').present({ stage: 'result', input: {}, output: result?.data, details: result?.details }).outcome).toBe(
      'large output',
    );
  });

  it('names the raw output when its text can’t be saved', async () => {
    session.write(path.join(session.sessionDir, 'tool-results'), 'no folder');
    const { text, result } = await bash('seq 1 200000');
    const [, file = ''] = /Full output, as the terminal got it, is in: (.*)\n/.exec(text) ?? [];
    expect(readFileSync(file, 'utf8').endsWith('200000\r\n')).toBe(true);
    expect(result?.persistedPath).toBeUndefined();
    expect(text.length).toBeLessThan(10_000);
  });

  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64, 0x0a), Buffer.from([0xff, 0xd9])]);

  it.each([
    ['image/png', png],
    ['image/gif', gif],
    ['image/webp', webp],
    ['image/jpeg', jpeg],
  ])('returns raw image output as an image: %s', async (mediaType, bytes) => {
    session.write('image', bytes);
    const { block } = await bash('cat image');
    expect(block?.content).toEqual([{ type: 'image', source: { type: 'base64', media_type: mediaType, data: bytes.toString('base64') } }]);
  });

  it.each([
    ['text that starts like one', Buffer.from('GIF8 is how a gif begins\n')],
    ['text that starts and ends like one', Buffer.from('GIF89a;')],
    ['a truncated image', png.subarray(0, -20)],
    ['a GIF without its end', gif.subarray(0, -1)],
    ['a WebP shorter than declared', webp.subarray(0, -4)],
    ['a JPEG without its end', jpeg.subarray(0, -2)],
    ['one without a width', Buffer.concat([png.subarray(0, 16), Buffer.alloc(4), png.subarray(20)])],
    ['one with an absurd width', Buffer.concat([png.subarray(0, 16), Buffer.from([0, 1, 0, 0]), png.subarray(20)])],
  ])('keeps what no API accepts as an image as text: %s', async (_name, bytes) => {
    session.write('image', bytes);
    const { block } = await bash('cat image');
    expect(typeof block?.content).toBe('string');
  });

  it('describes an image that is too large instead of printing it', async () => {
    session.write('image', Buffer.concat([png.subarray(0, -12), Buffer.alloc(4_000_000, 1), png.subarray(-12)]));
    const { text, isError } = await bash('cat image');
    expect(isError).toBe(false);
    const [, file = ''] =
      /^The command printed an image that is too large to show \(3\.8MB, at most 3\.6MB\)\. Its bytes are in (\S+)\./.exec(text ?? '') ??
      [];
    expect(statSync(file).size).toBeGreaterThan(4_000_000);
  });

  // A hundred megabytes through a terminal take minutes under load.
  it('shows the real end of a failing command after a hundred megabytes, and saves all of it', async () => {
    const { text, isError } = await bash("head -c 100000000 /dev/zero | tr '\\0' x | fold -w 100; echo the real end; exit 3");
    expect(isError).toBe(true);
    expect(text).toMatch(/^Exit code 3\n/);
    expect(text).toContain(`Full output saved to: ${wholeFile()}`);
    expect(text).toMatch(/the real end\n<\/persisted-output>$/);
    expect(statSync(wholeFile()).size).toBeGreaterThan(100_000_000);
    expect(text?.length).toBeLessThan(10_000);
  }, 600_000);

  it('reports its terminal and progress', async () => {
    const updates: object[] = [];
    await bash('until [ -e seen ]; do echo more; sleep 0.05; done', {}, (update) => {
      updates.push(update);
      if (updates.length === 2) session.write('seen', '');
    });
    expect(updates[0]).toMatchObject({ terminal: { path: expect.stringMatching(/^terminals\/[0-9a-f]+\.log$/), cols: 120, rows: 30 } });
    expect(updates[1]).toMatchObject({ text: expect.stringMatching(/^\d+ lines?$/) });
  });

  it.each([
    ['', {}, /empty/],
    ['   ', {}, /empty/],
    ['echo a\0b', {}, /null character/],
    [`echo ${'x'.repeat(110_000)}`, {}, /too long.*script/],
  ])('rejects %.20j %j', async (command, more, message) => {
    const result = await bash(command, more);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(message);
  });
});
