import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { commitFiles, type Committed } from '#main/engine/commit/commit-files.ts';
import { commitsOf, filesInGit } from '#main/engine/commit/files-in-git.ts';
import { PersonsGit } from '#main/engine/commit/persons-git.ts';
import { Repository } from '../../worktrees/repository.ts';

const IDENTITY = { GIT_AUTHOR_NAME: 'P', GIT_AUTHOR_EMAIL: 'p@example.com', GIT_COMMITTER_NAME: 'P', GIT_COMMITTER_EMAIL: 'p@example.com' };

function envOf(repository: Repository, more: Record<string, string> = IDENTITY): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: repository.home, GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C', ...more };
}

interface Wanted {
  readonly message?: string;
  readonly folder?: string;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
}

async function commit(
  repository: Repository,
  paths: readonly string[],
  { message = 'Change things', folder = repository.root, env = envOf(repository), signal = new AbortController().signal }: Wanted = {},
): Promise<Committed> {
  const git = PersonsGit.find(env, repository.root);
  if (!git) throw new Error('git is not there');
  return commitFiles(git, folder, { paths, message, signal });
}

function hook(repository: Repository, name: string, script: string): void {
  mkdirSync(join(repository.root, '.git/hooks'), { recursive: true });
  const file = join(repository.root, '.git/hooks', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

const namesIn = (repository: Repository, commit = 'HEAD') =>
  repository
    .git('show', '--name-status', '--no-renames', '--format=', commit)
    .split('\n')
    .map((line) => line.replace('\t', ' '));

it('commits changed, new and deleted files, and leaves what else is staged as it is', async () => {
  using repository = new Repository({ 'a.txt': 'a\n', 'gone.txt': 'g\n', 'staged.txt': 's\n', 'other.txt': 'o\n' });
  repository.write('a.txt', 'changed\n');
  repository.write('src/new file.txt', 'new\n');
  rmSync(join(repository.root, 'gone.txt'));
  repository.write('staged.txt', 'staged\n');
  repository.write('staged-new.txt', 'staged\n');
  repository.git('add', 'staged.txt', 'staged-new.txt');
  repository.write('other.txt', 'not staged\n');
  const message = '#1 is no comment\n\nThe body says why.\n';
  const done = await commit(repository, ['a.txt', 'src/new file.txt', 'gone.txt'], { message });
  expect(done).toEqual({ commit: repository.git('rev-parse', '--short', 'HEAD'), files: 3 });
  expect(repository.git('log', '-1', '--format=%B')).toBe(message.trim());
  expect(namesIn(repository)).toEqual(['M a.txt', 'D gone.txt', 'A src/new file.txt']);
  expect(repository.git('status', '--porcelain').split('\n')).toEqual(['M other.txt', 'A  staged-new.txt', 'M  staged.txt']);
});

it('commits the first commit, on a detached head, from a subfolder and for a rename', async () => {
  using empty = new Repository({});
  empty.write('first.txt', 'first\n');
  expect(await commit(empty, ['first.txt'])).toMatchObject({ files: 1 });

  using repository = new Repository({ 'web/old.txt': 'one\ntwo\nthree\n', 'a.txt': 'a\n' });
  repository.git('checkout', '--quiet', '--detach');
  repository.git('mv', 'web/old.txt', 'web/new.txt');
  expect(await commit(repository, ['new.txt', 'old.txt'], { folder: join(repository.root, 'web') })).toMatchObject({ files: 1 });
  expect(namesIn(repository)).toEqual(['A web/new.txt', 'D web/old.txt']);
});

it('takes names as names: with pattern characters, a leading dash, quotes and line breaks', async () => {
  const odd = ['*.txt', ':(top)x', '-rf', '--amend', 'a"b', 'two\nlines', 'ümlaut', 'trailing '];
  using repository = new Repository({ 'keep.txt': 'k\n' });
  repository.write('keep.txt', 'changed\n');
  for (const name of odd) repository.write(name, 'x\n');
  expect(await commit(repository, odd)).toMatchObject({ files: odd.length });
  expect(repository.git('status', '--porcelain')).toBe('M keep.txt');
});

it('refuses what is no file of the folder', async () => {
  using repository = new Repository();
  repository.write('src/c.txt', 'c\n');
  for (const path of ['..', '../x', '/etc/passwd', 'src', '.', '', '.git/config', 'src/../a.txt', 'a\0b'])
    await expect(commit(repository, [path]), path).rejects.toThrow(/isn’t a file/u);
  expect(repository.git('rev-list', '--count', 'HEAD')).toBe('1');
});

it('a link is committed as a link, and what a commit can’t hold is said', async () => {
  using repository = new Repository();
  symlinkSync('/etc/passwd', join(repository.root, 'link'));
  await commit(repository, ['link']);
  expect(repository.git('ls-tree', 'HEAD', 'link')).toMatch(/^120000/u);
  await expect(commit(repository, ['link'])).rejects.toThrow('nothing to commit');
  await expect(commit(repository, ['never-there.txt'])).rejects.toThrow('There is nothing to commit');
});

it('says in the hook’s own words why it refused, and leaves the index as it was', async () => {
  using repository = new Repository();
  hook(repository, 'pre-commit', 'git diff --cached --name-only; echo "Lint failed: 3 problems" >&2; exit 1');
  repository.write('a.txt', 'changed\n');
  repository.write('new.txt', 'new\n');
  repository.write('staged.txt', 'staged\n');
  repository.git('add', 'staged.txt');
  await expect(commit(repository, ['a.txt', 'new.txt'])).rejects.toThrow('a.txt\nnew.txt\nLint failed: 3 problems');
  expect(repository.git('status', '--porcelain').split('\n')).toEqual(['M a.txt', 'A  staged.txt', '?? new.txt']);
});

it('hooks get no terminal and no input, and a failing one after the commit changes nothing', async () => {
  using repository = new Repository();
  hook(repository, 'pre-commit', 'if [ -t 0 ] || (: < /dev/tty) 2>/dev/null; then echo terminal; exit 1; fi; ! read -r answer');
  hook(repository, 'post-commit', 'exit 1');
  repository.write('a.txt', 'changed\n');
  expect(await commit(repository, ['a.txt'])).toMatchObject({ files: 1 });
});

it('says what git says without an identity and during a merge', async () => {
  using repository = new Repository();
  repository.write('a.txt', 'changed\n');
  repository.git('config', 'user.useConfigOnly', 'true');
  await expect(commit(repository, ['a.txt'], { env: envOf(repository, {}) })).rejects.toThrow('Please tell me who you are');
  repository.git('checkout', '--quiet', '-b', 'side');
  repository.commit('side');
  repository.git('checkout', '--quiet', 'main');
  repository.write('a.txt', 'other\n');
  repository.commit('other');
  try {
    repository.git('merge', 'side');
  } catch {
    // It conflicts.
  }
  repository.write('a.txt', 'merged\n');
  await expect(commit(repository, ['a.txt'])).rejects.toThrow('cannot do a partial commit during a merge');
});

it('a commit that is stopped ends its hooks and leaves nothing behind', async () => {
  using repository = new Repository();
  hook(repository, 'pre-commit', 'touch started; exec sleep 300');
  repository.write('new.txt', 'new\n');
  const control = new AbortController();
  const committing = commit(repository, ['new.txt'], { signal: control.signal });
  await vi.waitFor(() => expect(existsSync(join(repository.root, 'started'))).toBe(true), { timeout: 60_000 });
  control.abort();
  await expect(committing).rejects.toThrow('Stopped. Nothing was committed.');
  expect(repository.git('status', '--porcelain').split('\n')).toEqual(['?? new.txt', '?? started']);
  expect(existsSync(join(repository.root, '.git/index.lock'))).toBe(false);
});

it('a folder laid out like a repository is none, and variables don’t lead to another', async () => {
  using repository = new Repository();
  using other = new Repository();
  repository.write('bare/c.txt', 'c\n');
  repository.git('init', '--quiet', '--bare', 'bare');
  repository.git('-C', 'bare', 'config', 'core.fsmonitor', `touch ${join(repository.base, 'ran')}; false`);
  repository.git('-C', 'bare', 'config', 'core.bare', 'false');
  repository.git('-C', 'bare', 'config', 'core.worktree', join(repository.root, 'bare'));
  const folder = join(repository.root, 'bare');
  await expect(commit(repository, ['c.txt'], { folder })).rejects.toThrow(/bare/u);
  expect(existsSync(join(repository.base, 'ran'))).toBe(false);

  repository.write('a.txt', 'changed\n');
  const env = { ...envOf(repository), GIT_DIR: join(other.root, '.git'), GIT_INDEX_FILE: join(other.root, 'index') };
  await commit(repository, ['a.txt'], { env });
  expect([repository.git('rev-list', '--count', 'HEAD'), other.git('rev-list', '--count', 'HEAD')]).toEqual(['2', '1']);
});

it('tells which files are as in the last commit or ignored, and runs nothing for that', async () => {
  using repository = new Repository({ 'web/a.txt': 'a\n', 'web/b.txt': 'b\n', 'web/gone.txt': 'g\n', '.gitignore': 'out/\n' });
  repository.git('config', 'core.fsmonitor', `touch ${join(repository.base, 'ran')}; false`);
  repository.write('web/b.txt', 'changed\n');
  repository.write('web/new.txt', 'new\n');
  repository.write('web/out/x.txt', 'ignored\n');
  rmSync(join(repository.root, 'web/gone.txt'));
  const paths = ['a.txt', 'b.txt', 'new.txt', 'gone.txt', 'out/x.txt'];
  const env = envOf(repository);
  const folder = join(repository.root, 'web');
  expect(Object.fromEntries(await filesInGit(folder, paths, env))).toEqual({ 'a.txt': 'committed', 'out/x.txt': 'ignored' });
  expect(existsSync(join(repository.base, 'ran'))).toBe(false);
  repository.git('config', '--unset', 'core.fsmonitor');
  await commit(repository, ['b.txt', 'new.txt', 'gone.txt'], { folder });
  const committed = Object.fromEntries(['a.txt', 'b.txt', 'new.txt', 'gone.txt'].map((path) => [path, 'committed']));
  expect(Object.fromEntries(await filesInGit(folder, paths, env))).toEqual({ ...committed, 'out/x.txt': 'ignored' });
});

it('a staged change that was taken back in the files leaves nothing to commit', async () => {
  using repository = new Repository({ 'old.txt': 'old\n', 'b.txt': 'b\n', 'gone.txt': 'g\n' });
  repository.git('mv', 'old.txt', 'new.txt');
  repository.write('b.txt', 'staged\n');
  repository.git('add', 'b.txt');
  repository.git('rm', '-q', 'gone.txt');
  const tell = async (paths: readonly string[]) => Object.fromEntries(await filesInGit(repository.root, paths, envOf(repository)));
  const paths = ['old.txt', 'new.txt', 'b.txt', 'gone.txt'];
  expect(await tell(paths)).toEqual({});
  rmSync(join(repository.root, 'new.txt'));
  repository.write('old.txt', 'old\n');
  repository.write('b.txt', 'b\n');
  repository.write('gone.txt', 'other\n');
  expect(await tell(paths)).toEqual({ 'old.txt': 'committed', 'new.txt': 'committed', 'b.txt': 'committed' });
});

it('names the commits since a time that last changed some files', async () => {
  using repository = new Repository({ 'old.txt': 'old\n' });
  const [env, folder] = [envOf(repository), join(repository.root, 'web')];
  const since = Math.floor(Date.now() / 1000) * 1000;
  const commits = (paths: readonly string[], from = since) => commitsOf(folder, { paths, since: from }, env);
  const head = () => repository.git('rev-parse', '--short', 'HEAD');
  repository.write('web/a.txt', 'a\n');
  await commit(repository, ['a.txt'], { folder });
  const first = head();
  repository.write('web/b c.txt', 'b\n');
  await commit(repository, ['b c.txt'], { folder });
  expect(await commits(['a.txt'])).toEqual([first]);
  expect(await commits(['b c.txt', 'a.txt'])).toEqual([head(), first]);
  repository.write('web/a.txt', 'changed\n');
  await commit(repository, ['a.txt'], { folder });
  expect(await commits(['a.txt'])).toEqual([head()]);
  expect(await commits(['a.txt', 'other.txt'])).toEqual([]);
  expect(await commits(['a.txt'], since + 60_000)).toEqual([]);
});
