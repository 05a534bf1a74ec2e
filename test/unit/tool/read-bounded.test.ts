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
  it.each(['', 'a', 'é'.repeat(50)])('returns the whole text (%#)', (text) => {
    expect(readBounded(file('text', text), 100)).toEqual({ kind: 'text', text });
    expect(readBoundedBytes(join(folder, 'text'), 100)).toEqual({ kind: 'bytes', bytes: Buffer.from(text) });
  });

  it('returns nothing of a file that is a byte too long', () => {
    expect(readBounded(file('long', 'x'.repeat(101)), 100)).toMatchObject({ kind: 'unreadable', tooLarge: true });
  });

  it('reports a missing file, also below a file', () => {
    expect(readBounded(join(folder, 'none'), 100)).toEqual({ kind: 'missing' });
    expect(readBounded(join(file('plain', ''), 'below'), 100)).toEqual({ kind: 'missing' });
  });

  it('rejects a folder', () => {
    mkdirSync(join(folder, 'dir'));
    expect(readBounded(join(folder, 'dir'), 100)).toMatchObject({ kind: 'unreadable' });
  });

  it.skipIf(process.platform === 'win32')('rejects a pipe instead of waiting for its writer', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(readBounded(join(folder, 'pipe'), 100)).toMatchObject({ kind: 'unreadable' });
  });

  describe.skipIf(process.platform !== 'linux')('a link into /proc, whose files report size 0', () => {
    it('is read like any other', () => {
      symlinkSync('/proc/self/comm', join(folder, 'comm'));
      expect(readBounded(join(folder, 'comm'), 100)).toMatchObject({ kind: 'text', text: expect.stringMatching(/./u) });
    });

    it.each(['maps', 'pagemap'])('is abandoned when it exceeds the limit (%s)', (name) => {
      symlinkSync(`/proc/self/${name}`, join(folder, name));
      expect(readBounded(join(folder, name), 100)).toMatchObject({ kind: 'unreadable' });
    });
  });
});
