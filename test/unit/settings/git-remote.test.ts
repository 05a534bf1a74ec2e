import { describe, expect, test } from 'vitest';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { pushRemote } from '#main/settings/git-remote.ts';
import { git, tempProject } from './temp-project.ts';

describe('pushRemote', () => {
  function remoteOf(change: (dir: string) => void): string | null {
    const { projectDir } = tempProject();
    git(projectDir, 'init');
    change(projectDir);
    const found = findGitFolder(projectDir);
    if (!found) throw new Error('no repository');
    return pushRemote(found);
  }
  const add = (dir: string, name: string) => git(dir, 'remote', 'add', name, 'https://example.invalid/shop.git');

  test('is null without a remote', () => {
    expect(remoteOf(() => undefined)).toBeNull();
  });

  test('prefers origin', () => {
    expect(remoteOf((dir) => ['fork', 'origin'].forEach((name) => add(dir, name)))).toBe('origin');
  });

  test('is the first of others', () => {
    expect(remoteOf((dir) => ['fork', 'mirror'].forEach((name) => add(dir, name)))).toBe('fork');
  });

  test('is origin where another file may define it', () => {
    expect(remoteOf((dir) => git(dir, 'config', 'include.path', '../remotes'))).toBe('origin');
  });

  test('is the repository’s in a linked work tree', () => {
    const { projectDir, root } = tempProject();
    git(projectDir, 'init');
    git(projectDir, '-c', 'user.name=a', '-c', 'user.email=a@example.invalid', 'commit', '--allow-empty', '-qm', 'first');
    add(projectDir, 'origin');
    git(projectDir, 'worktree', 'add', '-q', `${root}/beside`);
    const found = findGitFolder(`${root}/beside`);
    expect(found && pushRemote(found)).toBe('origin');
  });
});
