import { existsSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Repository } from './repository.ts';

describe('removing a worktree', () => {
  it('removes its folder, its entry and its branch, also when the branch was packed', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    repository.git('branch', 'kept');
    repository.git('pack-refs', '--all');
    await worktrees.remove(worktree, (await worktrees.inventory(worktree)).digest);
    expect(existsSync(worktree.path)).toBe(false);
    expect(repository.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(repository.git('branch', '--format=%(refname:short)').split('\n')).toEqual(['kept', 'main']);
    expect(await worktrees.create('one')).toMatchObject({ path: worktree.path });
  });

  it('does nothing when it has changed since the inventory', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    const { digest } = await worktrees.inventory(worktree);
    const file = repository.write(join(worktree.path, 'new.txt'), 'n');
    await expect(worktrees.remove(worktree, digest)).rejects.toThrow('has changed since');
    expect(existsSync(file)).toBe(true);
    const seen = await worktrees.inventory(worktree);
    repository.write(file, 'other content');
    await expect(worktrees.remove(worktree, seen.digest)).rejects.toThrow('has changed since');
  });

  it('follows no link in the worktree', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    symlinkSync(join(repository.root, 'src'), join(worktree.path, 'link'));
    await worktrees.remove(worktree, (await worktrees.inventory(worktree)).digest);
    expect(existsSync(join(repository.root, 'src/b.txt'))).toBe(true);
  });

  it('leaves what is in its place alone: a link, another folder, another repository', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    const { digest } = await worktrees.inventory(worktree);
    const moved = join(repository.base, 'moved');
    renameSync(worktree.path, moved);
    symlinkSync(moved, worktree.path);
    await expect(worktrees.remove(worktree, digest)).rejects.toThrow('no longer a worktree');
    expect(lstatSync(worktree.path).isSymbolicLink()).toBe(true);
    rmSync(worktree.path);
    repository.write('.claude/worktrees/one/mine.txt', 'mine');
    await expect(worktrees.remove(worktree, digest)).rejects.toThrow('no longer a worktree');
    repository.gitIn(worktree.path, 'init', '--quiet');
    await expect(worktrees.remove(worktree, digest)).rejects.toThrow('no longer a worktree');
    expect(existsSync(join(worktree.path, 'mine.txt'))).toBe(true);
  });

  it('tidies up after a folder that was removed from outside, and still counts its commits', async () => {
    using repository = new Repository();
    const worktrees = repository.worktrees();
    const worktree = await worktrees.create('one');
    repository.commit('work', worktree.path);
    rmSync(worktree.path, { recursive: true });
    const inventory = await worktrees.inventory(worktree);
    expect(inventory).toMatchObject({ totalFiles: 0, totalCommits: 1 });
    await worktrees.remove(worktree, inventory.digest);
    expect(repository.git('worktree', 'list', '--porcelain')).not.toContain('one');
    expect(repository.git('branch', '--list', 'worktree-one')).toBe('');
  });

  it('removes only worktrees that were created here', async () => {
    using repository = new Repository();
    const elsewhere = join(repository.base, 'elsewhere');
    repository.git('worktree', 'add', '--quiet', elsewhere);
    const worktrees = repository.worktrees();
    const found = worktrees.find(elsewhere);
    expect(found).toEqual({ path: elsewhere, projectDir: elsewhere });
    expect([worktrees.isManaged(elsewhere), worktrees.isManaged(join(repository.root, '.claude/worktrees/x'))]).toEqual([false, true]);
    await expect(worktrees.remove(found, (await worktrees.inventory(found)).digest)).rejects.toThrow('made here');
  });

  it('takes only a worktree of the same repository by its path', () => {
    using repository = new Repository();
    using other = new Repository();
    const foreign = join(other.base, 'foreign');
    other.git('worktree', 'add', '--quiet', foreign);
    const claims = join(repository.base, 'claims');
    mkdirSync(claims);
    writeFileSync(join(claims, '.git'), `gitdir: ${join(repository.root, '.git')}\n`);
    for (const path of [foreign, claims, repository.root, repository.home, join(repository.base, 'none')])
      expect(() => repository.worktrees().find(path)).toThrow('not a worktree');
  });
});
