import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const signal = new AbortController().signal;

/** Whether a checkpoint covers all of these paths of the project. */
function covers(temp: CheckpointFixture, ...paths: string[]): Promise<boolean> {
  return temp.checkpoints.covers(
    paths.map((path) => ({ path: join(temp.projectDir, path), mayBeMissing: false })),
    signal,
  );
}

it('covers files and folders of the project, before and after the turn’s checkpoint is taken', async () => {
  using temp = new CheckpointFixture({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'c.ts': 'c' });
  symlinkSync('/etc', join(temp.projectDir, 'link'));
  await temp.turn(async () => {
    expect(await covers(temp, 'src/a.ts', 'c.ts', 'link')).toBe(true);
    expect(await covers(temp, 'src')).toBe(true);
  });
  expect(await covers(temp, 'src')).toBe(true);
});

it.each([
  ['what is elsewhere', '../outside.txt'],
  ['the project folder', '.'],
  ['what git ignores', 'secret.txt'],
  ['a folder with something that git ignores', 'mixed'],
  ['a folder that git ignores', 'out'],
  ['a file that is too large', 'large.bin'],
  ['an empty folder', 'empty'],
  ['what doesn’t exist', 'none.ts'],
  ['the data of a repository', '.git/HEAD'],
])('doesn’t cover %s', async (_what, path) => {
  using temp = new CheckpointFixture({
    '.gitignore': 'secret.txt\nout/\nmixed/cache.txt\n',
    'secret.txt': 's',
    'out/a.js': 'a',
    'mixed/a.ts': 'a',
    'mixed/cache.txt': 'c',
    'large.bin': 'x'.repeat(5 * 1024 * 1024 + 1),
    'empty/.git/HEAD': 'ref: refs/heads/main\n',
    '.git/HEAD': 'ref: refs/heads/main\n',
    '../outside.txt': 'o',
    'a.ts': 'a',
  });
  expect(await covers(temp, 'a.ts')).toBe(true);
  expect(await covers(temp, 'a.ts', path)).toBe(false);
});

it('doesn’t cover what changed or was made since the turn’s checkpoint', async () => {
  using temp = new CheckpointFixture({ 'a.ts': 'a', 'b.ts': 'b' });
  await temp.turn(async () => {
    temp.write('a.ts', 'changed by the agent');
    temp.write('new.ts', 'made by the agent');
    expect(await covers(temp, 'a.ts')).toBe(false);
    expect(await covers(temp, 'new.ts')).toBe(false);
    expect(await covers(temp, 'b.ts')).toBe(true);
  });
  // The next turn’s checkpoint will have them.
  expect(await covers(temp, 'a.ts', 'new.ts')).toBe(true);
});

it('a path that is only written may be missing, but not elsewhere', async () => {
  using temp = new CheckpointFixture({ 'a.ts': 'a' });
  const written = (path: string) => temp.checkpoints.covers([{ path: join(temp.projectDir, path), mayBeMissing: true }], signal);
  expect(await written('new.ts')).toBe(true);
  expect(await written('../new.ts')).toBe(false);
});

it('covers nothing where checkpoints are off or fail', async () => {
  using temp = new CheckpointFixture({ 'a.ts': 'a' });
  const failing = temp.newSession(temp.newStore({ PATH: '' }));
  expect(await failing.covers([{ path: join(temp.projectDir, 'a.ts'), mayBeMissing: false }], signal)).toBe(false);
  temp.enabled = false;
  expect(await covers(temp, 'a.ts')).toBe(false);
});

it('what is said to be covered comes back', async () => {
  using temp = new CheckpointFixture({ 'src/a.ts': 'a' });
  expect(await covers(temp, 'src')).toBe(true);
  const message = await temp.turn(() => rmSync(temp.path('src/a.ts')));
  await temp.restoreBefore(message);
  expect(readFileSync(temp.path('src/a.ts'), 'utf8')).toBe('a');
});
