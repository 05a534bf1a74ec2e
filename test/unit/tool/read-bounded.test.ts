import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBounded, readBoundedBytes } from '#main/tool/read-bounded.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bounded-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('readBounded', () => {
  it.each(['', 'a', 'é'.repeat(50)])('gives the whole text (%#)', (text) => {
    expect(readBounded(file('text', text), 100)).toEqual({ kind: 'text', text });
    expect(readBoundedBytes(join(folder, 'text'), 100)).toEqual({ kind: 'bytes', bytes: Buffer.from(text) });
  });

  it('gives nothing of a file that is a byte too long', () => {
    expect(readBounded(file('long', 'x'.repeat(101)), 100)).toMatchObject({ kind: 'unreadable', tooLarge: true });
  });

  it('says when nothing is there, also below a file', () => {
    expect(readBounded(join(folder, 'none'), 100)).toEqual({ kind: 'missing' });
    expect(readBounded(join(file('plain', ''), 'below'), 100)).toEqual({ kind: 'missing' });
  });

  it('refuses a folder', () => {
    mkdirSync(join(folder, 'dir'));
    expect(readBounded(join(folder, 'dir'), 100)).toMatchObject({ kind: 'unreadable' });
  });

  it.skipIf(process.platform === 'win32')('refuses a pipe instead of waiting for its writer', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(readBounded(join(folder, 'pipe'), 100)).toMatchObject({ kind: 'unreadable' });
  });

  describe.skipIf(process.platform !== 'linux')('a link into /proc, where every file says that it is empty', () => {
    it('is read like any other', () => {
      symlinkSync('/proc/self/comm', join(folder, 'comm'));
      expect(readBounded(join(folder, 'comm'), 100)).toMatchObject({ kind: 'text', text: expect.stringMatching(/./u) });
    });

    it.each(['maps', 'pagemap'])('is given up when it goes on past the limit (%s)', (name) => {
      symlinkSync(`/proc/self/${name}`, join(folder, name));
      expect(readBounded(join(folder, name), 100)).toMatchObject({ kind: 'unreadable' });
    });
  });
});
