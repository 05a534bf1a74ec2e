import { mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findObstacle, guardSearch } from '#main/tools/search-guard.ts';

let root: string;
beforeEach(() => (root = realpathSync(mkdtempSync(path.join(tmpdir(), 'guard-')))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const obstacle = (): Promise<string | undefined> => findObstacle({ root, cwd: root }, new AbortController().signal);

it('reports an ignore file linked to an endless device', async () => {
  symlinkSync('/dev/zero', path.join(root, '.ignore'));
  expect(await obstacle()).toBe(`${root}/.ignore is a device`);
});

it('accepts an ignore file linked to the null device', async () => {
  symlinkSync('/dev/null', path.join(root, '.ignore'));
  writeFileSync(path.join(root, '.gitignore'), 'dist\n');
  expect(await obstacle()).toBeUndefined();
});

it('reports an ignore file that would exhaust memory', async () => {
  writeFileSync(path.join(root, '.ignore'), '');
  truncateSync(path.join(root, '.ignore'), 1024 ** 4);
  expect(await obstacle()).toBe(`${root}/.ignore is too large for a list of what to ignore`);
});

it.runIf(process.platform === 'linux')('ends a search that uses too much memory', async () => {
  const done = new AbortController();
  const why = await new Promise<string>((end) => {
    guardSearch(process.pid, { root, cwd: root }, done.signal, end, 1).catch(() => undefined);
  });
  done.abort();
  expect(why).toContain('memory');
});
