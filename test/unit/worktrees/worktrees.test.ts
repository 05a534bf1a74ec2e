import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnchanged } from '#main/tool/services/worktrees.ts';
import { Repository } from './repository.ts';

describe('making a worktree', () => {
  it('creates the same as git worktree add, with a branch of its own', async () => {
    using repository = new Repository();
    const worktree = await repository.worktrees().create('feature/one');
    const path = join(repository.root, '.claude/worktrees/feature+one');
    expect(worktree).toEqual({ path, projectDir: path, branch: 'worktree-feature+one', base: repository.git('rev-parse', 'HEAD') });
    expect(readFileSync(join(path, 'src/b.txt'), 'utf8')).toBe('b\n');
    expect(repository.git('worktree', 'list', '--porcelain')).toContain(`worktree ${path}`);
    expect(repository.gitIn(path, 'status', '--porcelain', '--branch')).toBe('## worktree-feature+one');
    expect(repository.git('status', '--porcelain')).toBe('');
    expect(repository.git('fsck')).not.toContain('error');
    repository.write(join(path, 'new.txt'), 'x');
    repository.commit('works there', path);
    expect(repository.git('log', '-1', '--format=%s', 'worktree-feature+one')).toBe('works there');
  });

  it('gives each a name of its own when none is wanted', async () => {
    using repository = new Repository();
    const [one, two] = [await repository.worktrees().create(undefined), await repository.worktrees().create(undefined)];
    expect(one.path).not.toBe(two.path);
  });

  it('is in the same folder of the repository as the project', async () => {
    using repository = new Repository();
    const { path, projectDir } = await repository.worktrees(join(repository.root, 'src')).create('sub');
    expect(projectDir).toBe(join(path, 'src'));
  });

  it.each([
    '../out',
    'a/../b',
    '/abs',
    '-x',
    '.git',
    'a//b',
    'a/',
    'x.lock',
    'a..b',
    'a.',
    'a b',
    'a\nb',
    'ä',
    'a:b',
    'a~1',
    '',
    'x'.repeat(65),
  ])('refuses the name %j', async (name) => {
    using repository = new Repository();
    await expect(repository.worktrees().create(name)).rejects.toThrow(/name/u);
    expect(existsSync(join(repository.root, '.claude'))).toBe(false);
  });

  it('runs no hook, filter, monitor or alias that the repository names', async () => {
    using repository = new Repository({ 'a.txt': 'a\n', '.gitattributes': '*.txt filter=evil diff=evil merge=evil\n' });
    const ran = join(repository.base, 'ran');
    const evil = repository.write(join(repository.base, 'evil.sh'), `#!/bin/sh\necho "$0 $*" >> ${ran}\ncat\n`);
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change', 'pre-commit'])
      writeFileSync(join(repository.root, '.git/hooks', hook), readFileSync(evil), { mode: 0o755 });
    for (const key of [
      'filter.evil.smudge',
      'filter.evil.clean',
      'filter.evil.process',
      'core.fsmonitor',
      'diff.external',
      'core.pager',
      'core.editor',
      'diff.evil.textconv',
      'core.alternateRefsCommand',
    ])
      repository.git('config', key, `sh ${evil}`);
    repository.git('config', 'alias.read-tree', `!sh ${evil}`);
    repository.git('config', 'filter.evil.required', 'true');
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('safe');
    writeFileSync(join(worktree.path, 'a.txt'), 'changed\n');
    const inventory = await worktrees.inventory(worktree);
    await worktrees.remove(worktree, inventory.digest);
    expect(existsSync(ran)).toBe(false);
    expect(existsSync(worktree.path)).toBe(false);
  });

  it.each([['.claude'], ['.claude/worktrees']])('refuses a link at %s', async (name) => {
    using repository = new Repository();
    const outside = join(repository.base, 'outside');
    mkdirSync(outside);
    if (name !== '.claude') mkdirSync(join(repository.root, '.claude'));
    symlinkSync(outside, join(repository.root, name));
    await expect(repository.worktrees().create('one')).rejects.toThrow('is a link');
    expect(readdirSync(outside)).toEqual([]);
    expect(repository.git('branch', '--list', 'worktree-*')).toBe('');
  });

  it('refuses a folder, a branch or an entry that is there, and leaves it as it is', async () => {
    using repository = new Repository();
    repository.write('.claude/worktrees/one/mine.txt', 'mine');
    await expect(repository.worktrees().create('one')).rejects.toThrow('already');
    expect(readFileSync(join(repository.root, '.claude/worktrees/one/mine.txt'), 'utf8')).toBe('mine');
    repository.git('branch', 'worktree-two');
    repository.git('pack-refs', '--all');
    await expect(repository.worktrees().create('two')).rejects.toThrow('branch');
    repository.git('branch', 'worktree-three/below');
    await expect(repository.worktrees().create('three')).rejects.toThrow('branch');
    expect(readdirSync(join(repository.root, '.claude/worktrees'))).toEqual(['one']);
  });

  it('says why it can’t be created: no repository, no commit, a bare repository, a folder that is in no commit', async () => {
    using repository = new Repository({});
    await expect(repository.worktrees().create('one')).rejects.toThrow('no commit yet');
    await expect(repository.worktrees(repository.home).create('one')).rejects.toThrow('not in a git work tree');
    repository.git('init', '--quiet', '--bare', join(repository.base, 'bare.git'));
    await expect(repository.worktrees(join(repository.base, 'bare.git')).create('one')).rejects.toThrow('not in a git work tree');
    repository.commit('first');
    mkdirSync(join(repository.root, 'fresh'));
    await expect(repository.worktrees(join(repository.root, 'fresh')).create('one')).rejects.toThrow('isn’t part of the last commit');
    expect(repository.git('branch', '--list', 'worktree-*')).toBe('');
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
  });

  it('works in a submodule and in a linked worktree', async () => {
    using inner = new Repository({ 'inner.txt': 'i\n' });
    using repository = new Repository();
    repository.git('submodule', '--quiet', 'add', inner.root, 'module');
    repository.commit('module');
    const module = join(repository.root, 'module');
    const inModule = await repository.worktrees(module).create('one');
    expect(repository.gitIn(inModule.path, 'status', '--porcelain')).toBe('');
    repository.git('worktree', 'add', '--quiet', join(repository.base, 'linked'));
    const worktrees = repository.worktrees(join(repository.base, 'linked'));
    const inLinked = await worktrees.create('two');
    expect(repository.gitIn(inLinked.path, 'status', '--porcelain')).toBe('');
    await worktrees.remove(inLinked, (await worktrees.inventory(inLinked)).digest);
    expect(repository.git('worktree', 'list')).not.toContain('two');
  });
});

describe('the inventory of a worktree', () => {
  it('is empty for a new one, with what it takes on disk', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const inventory = await worktrees.inventory(await worktrees.create('one'));
    expect(inventory).toMatchObject({ files: [], commits: [], ignored: [], totalFiles: 0, totalCommits: 0 });
    expect(isUnchanged(inventory)).toBe(true);
    expect(inventory.bytes).toBeGreaterThan(4);
  });

  it('names changed, new, deleted and staged files, nested repositories, ignored files and commits', async () => {
    using repository = new Repository({ 'a.txt': 'a\n', 'gone.txt': 'g\n', 'staged.txt': 's\n', '.gitignore': 'dist\n' });
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    const { path } = worktree;
    repository.write(join(path, 'made.txt'), 'm');
    repository.commit('made here', path);
    repository.write(join(path, 'a.txt'), 'changed\n');
    repository.write(join(path, 'new/file.txt'), 'n');
    repository.write(join(path, 'dist/out.js'), 'o');
    rmSync(join(path, 'gone.txt'));
    repository.write(join(path, 'staged.txt'), 'only staged\n');
    repository.gitIn(path, 'add', 'staged.txt');
    repository.write(join(path, 'staged.txt'), 's\n');
    mkdirSync(join(path, 'nested'));
    repository.gitIn(join(path, 'nested'), 'init', '--quiet');
    const inventory = await worktrees.inventory(worktree);
    expect(inventory.files.map(({ path: file }) => file).toSorted()).toEqual(['a.txt', 'gone.txt', 'nested/', 'new/', 'staged.txt']);
    expect(inventory.ignored).toEqual(['dist/']);
    expect(inventory.commits.map(({ subject }) => subject)).toEqual(['made here']);
  });

  it('isn’t deceived by files that the index marks as unchanged', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    repository.gitIn(worktree.path, 'update-index', '--assume-unchanged', 'a.txt');
    repository.gitIn(worktree.path, 'update-index', '--skip-worktree', 'src/b.txt');
    repository.write(join(worktree.path, 'a.txt'), 'hidden\n');
    repository.write(join(worktree.path, 'src/b.txt'), 'hidden\n');
    expect((await worktrees.inventory(worktree)).files.map(({ path }) => path)).toEqual(['a.txt', 'src/b.txt']);
  });

  it('counts only commits that no other branch or tag has', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    repository.commit('merged', worktree.path);
    repository.git('merge', '--quiet', 'worktree-one');
    repository.git('pack-refs', '--all');
    expect((await worktrees.inventory(worktree)).totalCommits).toBe(0);
    repository.commit('detached', worktree.path);
    repository.gitIn(worktree.path, 'checkout', '--quiet', '--detach');
    repository.commit('further', worktree.path);
    expect((await worktrees.inventory(worktree)).commits.map(({ subject }) => subject)).toEqual(['further', 'detached']);
  });

  it('names a submodule that is checked out in it', async () => {
    using inner = new Repository({ 'inner.txt': 'i\n' });
    using repository = new Repository();
    repository.git('submodule', '--quiet', 'add', inner.root, 'module');
    repository.commit('module');
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    expect(isUnchanged(await worktrees.inventory(worktree))).toBe(true);
    repository.gitIn(worktree.path, 'submodule', '--quiet', 'update', '--init');
    expect((await worktrees.inventory(worktree)).files).toEqual([{ path: 'module/', status: 'submodule' }]);
  });
});
