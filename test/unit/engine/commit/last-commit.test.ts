import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changesSinceCommit } from '#main/engine/commit/changes-since-commit.ts';
import { CommitLists } from '#main/engine/commit/commit-lists.ts';
import { MAX_PREVIEW_FILES } from '#shared/contract/max-preview-files.ts';
import { CANARY_PLACES, CanaryRepository } from '#test/support/repositories/canary-repository.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { Repository } from '../../worktrees/repository.ts';

const known = () => Promise.resolve(new Map());

function listOf(folder: string, lists = new CommitLists(), env: NodeJS.ProcessEnv = { PATH: process.env['PATH'], HOME: '/nonexistent' }) {
  return changesSinceCommit(lists, { sessionId: 's', folder, env, known });
}

async function rowsOf(folder: string): Promise<string[]> {
  const { files, unavailable } = await listOf(folder);
  expect(unavailable).toBe(null);
  return files.map(({ path, change, from, added, removed }) => `${change} ${path}${from === null ? '' : ` < ${from}`} ${added} ${removed}`);
}

const LONG = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('');

it('lists what differs from the last commit, staged or not, and leaves the repository as it was', async () => {
  using repository = new Repository({
    'a.txt': 'a\n',
    'gone.txt': 'g\n',
    'staged.txt': 's\n',
    'back.txt': 'same\n',
    'moved.txt': LONG,
    'mode.sh': 'x\n',
    'same.txt': 'same\n',
    '.gitignore': 'ignored/\n',
  });
  const { root } = repository;
  repository.write('a.txt', 'a\nb\n');
  repository.write('new folder/ne“w.txt', '1\n2\n');
  repository.write('ignored/secret.txt', 'x\n');
  rmSync(join(root, 'gone.txt'));
  repository.write('staged.txt', 'staged\n');
  repository.write('back.txt', 'staged, then changed back\n');
  repository.git('add', 'staged.txt', 'back.txt');
  repository.write('back.txt', 'same\n');
  // Without git: only the names of the files tell.
  renameSync(join(root, 'moved.txt'), join(root, 'moved-to.txt'));
  appendFileSync(join(root, 'moved-to.txt'), 'one more\n');
  chmodSync(join(root, 'mode.sh'), 0o755);
  repository.git('rm', '--quiet', '--cached', 'same.txt');
  const status = repository.git('status', '--porcelain');
  const written = () => [readdirSync(join(root, '.git/objects')), statSync(join(root, '.git/index')).mtimeMs];
  const before = written();
  expect(await rowsOf(root)).toEqual([
    'modify a.txt 1 0',
    'delete gone.txt 0 1',
    'mode mode.sh 0 0',
    'rename moved-to.txt < moved.txt 1 0',
    'create new folder/ne“w.txt 2 0',
    'modify staged.txt 1 1',
  ]);
  expect(written()).toEqual(before);
  expect(repository.git('status', '--porcelain')).toBe(status);
});

it('lists only what is below the folder, and a detached head is a commit like any', async () => {
  using repository = new Repository({ 'a.txt': 'a\n', 'web/b.txt': 'b\n', 'web*/c.txt': 'c\n' });
  repository.git('checkout', '--quiet', '--detach');
  for (const name of ['a.txt', 'web/b.txt', 'web*/c.txt', 'webs/d.txt']) repository.write(name, 'changed\n');
  expect(await rowsOf(join(repository.root, 'web'))).toEqual(['modify b.txt 1 1']);
  expect(await rowsOf(join(repository.root, 'web*'))).toEqual(['modify c.txt 1 1']);
});

it('takes files and folders that replace each other, links, and names that are options or patterns', async () => {
  using repository = new Repository({ file: 'f\n', 'folder/x': 'x\n', 'linked/y': 'y\n', '-n': '1\n', ':(glob)*': '1\n' });
  const { root } = repository;
  rmSync(join(root, 'file'));
  repository.write('file/inner', 'i\n');
  rmSync(join(root, 'folder'), { recursive: true });
  repository.write('folder', 'now a file\n');
  rmSync(join(root, 'linked'), { recursive: true });
  repository.write('elsewhere/y', 'another\n');
  symlinkSync('elsewhere', join(root, 'linked'));
  symlinkSync('/etc/passwd', join(root, 'outside'));
  for (const name of ['-n', ':(glob)*']) repository.write(name, '2\n');
  const lists = new CommitLists();
  const { changesId, files } = await listOf(root, lists);
  expect(files.map(({ path, change }) => `${change} ${path}`).toSorted()).toEqual([
    'create elsewhere/y',
    'create file/inner',
    'create folder',
    'create linked',
    'create outside',
    'delete file',
    'delete folder/x',
    'delete linked/y',
    'modify -n',
    'modify :(glob)*',
  ]);
  const diffOf = async (path: string) => {
    const diff = await lists.diff(changesId ?? '', path);
    return diff.type === 'diff' && diff.detail.type === 'diff' ? diff.detail.hunks.flatMap(({ lines }) => lines) : diff;
  };
  // A link’s content is where it leads, never what is there.
  expect(await diffOf('outside')).toContain('+/etc/passwd');
  expect(await diffOf('linked/y')).toEqual(['-y']);
  expect(await diffOf(':(glob)*')).toEqual(['-1', '+2']);
});

it('shows the diff of what was listed, and says so when the file has changed since or can’t be compared', async () => {
  using repository = new Repository({ 'a.txt': LONG, 'crlf.txt': 'one\ntwo\n', '.gitattributes': 'crlf.txt eol=crlf\n', 'big.bin': 'x' });
  const { root } = repository;
  repository.write('crlf.txt', 'one\r\nTWO\r\n');
  renameSync(join(root, 'a.txt'), join(root, 'b.txt'));
  appendFileSync(join(root, 'b.txt'), 'end\n');
  truncateSync(join(root, 'big.bin'), 6 * 1024 * 1024);
  execFileSync('mkfifo', [join(root, 'pipe')]);
  const lists = new CommitLists();
  const { changesId, files } = await listOf(root, lists);
  const id = changesId ?? '';
  expect(files.map(({ path, added }) => [path, added])).toEqual([
    ['b.txt', 1],
    ['big.bin', null],
    ['crlf.txt', 1],
  ]);
  expect(await lists.diff(id, 'big.bin')).toEqual({ type: 'binary', bytesNow: 6 * 1024 * 1024, bytesThen: 1 });
  expect(JSON.stringify(await lists.diff(id, 'b.txt'))).toContain('"+end"');
  expect(await lists.lines(id, 'b.txt')).toHaveLength(21);
  const crlf = await lists.diff(id, 'crlf.txt');
  expect(crlf).toMatchObject({ type: 'diff', detail: { additions: 1, deletions: 1 } });
  await expect(lists.diff(id, '.gitattributes')).rejects.toThrow('isn’t among the files');
  // The same list has the same id; another has not.
  expect((await listOf(root, lists)).changesId).toBe(id);
  appendFileSync(join(root, 'b.txt'), 'later\n');
  await expect(lists.diff(id, 'b.txt')).rejects.toThrow('has changed since the list was made');
  expect((await listOf(root, lists)).changesId).not.toBe(id);
});

it('lists as many files as the other lists, and counts the rest', async () => {
  using repository = new Repository();
  for (let number = 1; number <= MAX_PREVIEW_FILES + 5; number += 1) repository.write(`many/${number}.txt`, '');
  const { files, total } = await listOf(repository.root);
  expect([files.length, files.at(-1)?.path, total]).toEqual([MAX_PREVIEW_FILES, `many/${MAX_PREVIEW_FILES}.txt`, MAX_PREVIEW_FILES + 5]);
});

it('leaves out submodules and repositories in the folder', async () => {
  using repository = new Repository({ 'a.txt': 'a\n' });
  using other = new Repository({ 'b.txt': 'b\n' });
  repository.git('submodule', '--quiet', 'add', other.root, 'sub');
  repository.commit('with a submodule');
  repository.write('sub/b.txt', 'changed\n');
  repository.commit('moved on', join(repository.root, 'sub'));
  repository.git('add', 'sub');
  mkdirSync(join(repository.root, 'nested'));
  repository.gitIn(join(repository.root, 'nested'), 'init', '--quiet');
  repository.write('nested/c.txt', 'c\n');
  repository.commit('nested', join(repository.root, 'nested'));
  repository.write('a.txt', 'changed\n');
  expect(await rowsOf(repository.root)).toEqual(['modify a.txt 1 1']);
  // In the submodule itself its own last commit counts.
  repository.write('sub/b.txt', 'and again\n');
  expect(await rowsOf(join(repository.root, 'sub'))).toEqual(['modify b.txt 1 1']);
});

it('lists the files of a conflict, and those of a worktree against its own commit', async () => {
  using repository = new Repository({ 'a.txt': 'a\n' });
  const { root } = repository;
  repository.git('worktree', 'add', '--quiet', '-b', 'side', '.claude/worktrees/side');
  const side = join(root, '.claude/worktrees/side');
  writeFileSync(join(side, 'a.txt'), 'side\n');
  repository.commit('side', side);
  writeFileSync(join(side, 'a.txt'), 'side, changed\n');
  expect(await rowsOf(side)).toEqual(['modify a.txt 1 1']);
  repository.write('a.txt', 'main\n');
  repository.git('commit', '--quiet', '--all', '-m', 'main');
  expect(() => repository.git('merge', 'side')).toThrow();
  expect(await rowsOf(root)).toEqual(['modify a.txt 4 0']);
});

it('says why nothing can be compared', async () => {
  using temp = new TempProject();
  const reason = async (env?: NodeJS.ProcessEnv) => (await listOf(temp.projectDir, undefined, env)).unavailable;
  expect(await reason()).toBe('this folder isn’t in a git repository');
  execFileSync('git', ['init', '--quiet'], { cwd: temp.projectDir });
  expect(await reason()).toBe('this repository has no commit yet');
  expect(await reason({ PATH: '' })).toBe('git was not found on the PATH');
  rmSync(join(temp.projectDir, '.git/HEAD'));
  expect(await reason()).toBe('the last commit of this repository can’t be read');
  writeFileSync(join(temp.projectDir, '.git/HEAD'), `${'1'.repeat(40)}\n`);
  await expect(reason()).rejects.toThrow('Git could not compare the files with the last commit.');
});

it.each([
  ['yes', 'Too many files differ from the last commit to list them.'],
  ['sleep 60', 'Comparing the files with the last commit took too long and was stopped.'],
])('ends a git that goes on and on: %s', async (instead, message) => {
  using repository = new Repository();
  const folder = join(repository.base, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${instead}\n`, { mode: 0o755 });
  await expect(listOf(repository.root, new CommitLists(), { PATH: folder })).rejects.toThrow(message);
});

describe.each(CANARY_PLACES)('a repository that names programs in its %s', (place) => {
  it('runs none of them', async () => {
    using temp = new TempProject();
    const canary = new CanaryRepository(temp.projectDir, temp.root);
    canary.make(place);
    canary.forget();
    writeFileSync(join(temp.projectDir, 'new.txt'), 'new\n');
    const lists = new CommitLists();
    const { changesId, files } = await listOf(temp.projectDir, lists, { ...process.env, ...canary.variables() });
    expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['changed.txt', 'new.txt']));
    const diff = await lists.diff(changesId ?? '', 'changed.txt');
    expect(JSON.stringify(diff)).toContain('"-before","+after."');
    expect(canary.ran).toBe('');
  });
});
