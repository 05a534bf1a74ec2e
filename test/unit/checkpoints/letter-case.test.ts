import type * as Fs from 'node:fs';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import type * as FsPromises from 'node:fs/promises';
import { dirname, basename, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

/** The path as spelled on disk, ignoring case; unchanged when there is none. */
function spelled(path: string): string {
  if (path === '/' || path === '.') return path;
  const dir = spelled(dirname(path));
  try {
    const names = readdirSync(dir);
    const name = basename(path);
    return join(dir, names.find((each) => each === name) ?? names.find((each) => each.toLowerCase() === name.toLowerCase()) ?? name);
  } catch {
    return path;
  }
}

// Simulates a case-insensitive disk for reads: Linux has none without a special file system.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  return { ...fs, lstat: (path: string, ...rest: [never, never]) => fs.lstat(spelled(path), ...rest) };
});
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  return {
    ...fs,
    lstat: (path: string, options?: never) => fs.lstat(spelled(path), options),
    open: (path: string, ...rest: [never, never]) => fs.open(spelled(path), ...rest),
  };
});

describe('on a case-insensitive file system', () => {
  it.each([
    ['a file', { 'a.txt': 'content' }, 'a.txt', 'A.txt', 'a.txt'],
    ['a folder', { 'src/a.txt': 'content', 'b.txt': 'b' }, 'src', 'Src', 'src/a.txt'],
  ])('%s renamed only in case is one file and is restored', async (_what, files, from, to, path) => {
    using temp = new CheckpointFixture(files);
    const messageId = await temp.turn(() => renameSync(temp.path(from), temp.path(to)));
    const [before, after] = temp.events.flatMap((event) => (event.type === 'checkpoint.taken' ? [event.data.counts.files] : []));
    expect(after).toBe(before);
    const { done } = await temp.restoreBefore(messageId);
    expect(done.failed).toEqual([]);
    expect(readFileSync(temp.path(path), 'utf8')).toBe('content');
  });
});
