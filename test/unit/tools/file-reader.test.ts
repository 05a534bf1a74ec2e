import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileReader, PIECE_BYTES } from '#main/tools/file-reader.ts';

let dir: string;
beforeEach(() => void (dir = mkdtempSync(path.join(tmpdir(), 'gatehouse-reader-'))));
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function open(content: string | Buffer): FileReader {
  const file = path.join(dir, 'file');
  writeFileSync(file, content);
  return new FileReader(file);
}

describe('FileReader', () => {
  it('reads a short file in this thread: nothing else runs meanwhile', async () => {
    const reader = open('short');
    let hasRun = false;
    setImmediate(() => void (hasRun = true));
    expect(String(await reader.readStart(5))).toBe('short');
    expect(String(await reader.readAll(5))).toBe('short');
    expect(hasRun).toBe(false);
    reader.close();
  });

  it('reads at most one piece at the start, and the rest from where that ended', async () => {
    const content = Buffer.alloc(PIECE_BYTES + 3, 'x');
    const reader = open(content);
    const start = await reader.readStart(content.length);
    expect(start).toHaveLength(PIECE_BYTES);
    const rest = Buffer.alloc(10);
    expect(await reader.read(rest, start.length)).toBe(3);
    expect(await reader.read(rest, content.length)).toBe(0);
    expect(await reader.readAll(content.length)).toHaveLength(content.length);
    reader.close();
  });

  it('reads a file that is longer than it seemed', async () => {
    const reader = open('x'.repeat(1000));
    expect(await reader.readStart(0)).toHaveLength(1000);
    expect(await reader.readAll(0)).toHaveLength(1000);
    reader.close();
  });

  it('follows no link at the end of the path', () => {
    open('x').close();
    symlinkSync(path.join(dir, 'file'), path.join(dir, 'link'));
    expect(() => new FileReader(path.join(dir, 'link'))).toThrow('ELOOP');
  });

  it('doesn’t wait for the writer of a named pipe', () => {
    execFileSync('mkfifo', [path.join(dir, 'pipe')]);
    new FileReader(path.join(dir, 'pipe')).close();
  });
});
