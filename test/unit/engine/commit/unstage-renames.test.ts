import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unstageRenames } from '#main/engine/commit/unstage-renames.ts';
import { Repository } from '../../worktrees/repository.ts';

const status = (repository: Repository): string[] =>
  repository
    .git('status', '--porcelain')
    .split('\n')
    .filter((line) => line !== '');
const unstage = (repository: Repository, ...paths: string[]) =>
  unstageRenames(repository.root, paths, { PATH: process.env['PATH'], HOME: repository.home });

it('takes the renames of files that have their old names again out of the index, and nothing else', async () => {
  using repository = new Repository({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'd.txt': 'd\n' });
  const move = (from: string, to: string): void => renameSync(join(repository.root, from), join(repository.root, to));
  mkdirSync(join(repository.root, 'sub'));
  repository.git('mv', 'a.txt', 'sub/a 2.txt');
  repository.git('mv', 'b.txt', 'b2.txt');
  repository.write('c.txt', 'staged\n');
  repository.git('add', 'c.txt');
  move('sub/a 2.txt', 'a.txt');
  expect(status(repository)).toContain('?? a.txt');
  await unstage(repository, 'sub/a 2.txt', 'a.txt');
  expect(status(repository)).toEqual(['R  b.txt -> b2.txt', 'M  c.txt']);

  // One that is still there by its new name stays.
  await unstage(repository, 'b2.txt', 'b.txt');
  expect(status(repository)).toEqual(['R  b.txt -> b2.txt', 'M  c.txt']);
});

it('leaves a new file that was added to the index', async () => {
  using repository = new Repository({ 'a.txt': 'a\n' });
  repository.write('new.txt', 'new\n');
  repository.git('add', 'new.txt');
  renameSync(join(repository.root, 'new.txt'), join(repository.root, 'other.txt'));
  await unstage(repository, 'new.txt', 'a.txt');
  expect(status(repository)).toEqual(['AD new.txt', '?? other.txt']);
});
