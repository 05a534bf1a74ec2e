import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Loss } from '#shared/session/loss.ts';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const signal = new AbortController().signal;

function lossOf(temp: CheckpointFixture, ...paths: string[]): Promise<Loss> {
  return temp.checkpoints.lossOf(
    paths.map((path) => ({ path: join(temp.projectDir, path), mayBeMissing: false })),
    signal,
  );
}

/** Whether a checkpoint covers all of these paths of the project. */
async function covers(temp: CheckpointFixture, ...paths: string[]): Promise<boolean> {
  return (await lossOf(temp, ...paths)) === 'covered';
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
  ['what is elsewhere', '../outside.txt', 'final'],
  ['the project folder', '.', 'final'],
  ['what git ignores', 'secret.txt', 'final'],
  ['a folder with something that git ignores', 'mixed', 'final'],
  ['a folder that git ignores', 'out', 'final'],
  ['a file that is too large', 'large.bin', 'final'],
  ['the data of a repository', '.git/HEAD', 'final'],
  ['an empty folder', 'hollow', 'unknown'],
  ['what doesn’t exist', 'none.ts', 'nothing'],
  ['what doesn’t exist elsewhere', '../none.ts', 'nothing'],
] as const)('doesn’t cover %s', async (_what, path, loss) => {
  using temp = new CheckpointFixture({
    '.gitignore': 'secret.txt\nout/\nmixed/cache.txt\n',
    'secret.txt': 's',
    'out/a.js': 'a',
    'mixed/a.ts': 'a',
    'mixed/cache.txt': 'c',
    'large.bin': 'x'.repeat(5 * 1024 * 1024 + 1),
    '.git/HEAD': 'ref: refs/heads/main\n',
    '../outside.txt': 'o',
    'a.ts': 'a',
  });
  mkdirSync(temp.path('hollow'));
  expect(await covers(temp, 'a.ts')).toBe(true);
  expect(await lossOf(temp, path)).toBe(loss);
  // What doesn’t exist takes nothing from the rest.
  expect(await lossOf(temp, 'a.ts', path)).toBe(loss === 'nothing' ? 'covered' : loss);
});

it('doesn’t cover what changed or was made since the turn’s checkpoint', async () => {
  using temp = new CheckpointFixture({ 'a.ts': 'a', 'b.ts': 'b' });
  await temp.turn(async () => {
    temp.write('a.ts', 'changed by the agent');
    temp.write('new.ts', 'made by the agent');
    expect(await lossOf(temp, 'a.ts')).toBe('unknown');
    expect(await lossOf(temp, 'new.ts')).toBe('unknown');
    expect(await covers(temp, 'b.ts')).toBe(true);
  });
  // The next turn’s checkpoint will have them.
  expect(await covers(temp, 'a.ts', 'new.ts')).toBe(true);
});

it('a path that is only written may be missing, but not elsewhere', async () => {
  using temp = new CheckpointFixture({ '.gitignore': '*.log\n', 'a.ts': 'a', 'b.log': 'b', '../there.txt': 't' });
  const written = (path: string) => temp.checkpoints.lossOf([{ path: join(temp.projectDir, path), mayBeMissing: true }], signal);
  expect(await written('new.ts')).toBe('nothing');
  expect(await written('a.ts')).toBe('covered');
  expect(await written('b.log')).toBe('unknown');
  expect(await written('../new.ts')).toBe('unknown');
  expect(await written('../there.txt')).toBe('unknown');
});

it('covers nothing where checkpoints are off or fail', async () => {
  using temp = new CheckpointFixture({ 'a.ts': 'a' });
  const failing = temp.newSession(temp.newStore({ PATH: '' }));
  expect(await failing.lossOf([{ path: join(temp.projectDir, 'a.ts'), mayBeMissing: false }], signal)).toBe('unknown');
  temp.enabled = false;
  expect(await lossOf(temp, 'a.ts')).toBe('final');
  expect(await lossOf(temp, 'none.ts')).toBe('nothing');
});

it('what is said to be covered comes back', async () => {
  using temp = new CheckpointFixture({ 'src/a.ts': 'a' });
  expect(await covers(temp, 'src')).toBe(true);
  const message = await temp.turn(() => rmSync(temp.path('src/a.ts')));
  await temp.restoreBefore(message);
  expect(readFileSync(temp.path('src/a.ts'), 'utf8')).toBe('a');
});
