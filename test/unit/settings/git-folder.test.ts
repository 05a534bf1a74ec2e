import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findGitFolder, type GitFolder, isTracked, readBranch } from '#main/settings/git-folder.ts';
import { git, tempProject } from './temp-project.ts';

function folderOf(dir: string): GitFolder {
  const found = findGitFolder(dir);
  if (!found) throw new Error('no repository');
  return found;
}

describe('isTracked', () => {
  test.each([
    ['version 2', (dir: string) => git(dir, 'update-index', '--index-version', '2')],
    ['version 3', (dir: string) => git(dir, 'add', '--intent-to-add', 'later.txt')],
    ['version 4', (dir: string) => git(dir, 'update-index', '--index-version', '4')],
    ['split', (dir: string) => git(dir, 'update-index', '--split-index')],
  ])('reads an index (%s)', (_name, change) => {
    const { projectDir, write } = tempProject();
    for (const name of [
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.claude/zeta.md',
      'a/very/long/path/to/some/file.txt',
      'later.txt',
      'other.txt',
    ])
      write(`project/${name}`, name);
    git(projectDir, 'init');
    git(projectDir, 'add', '-f', '.claude', 'a');
    change(projectDir);
    const repository = folderOf(projectDir);
    const tracked = [
      '.claude/settings.json',
      '.claude/settings.local.json',
      '.claude/zeta.md',
      'a/very/long/path/to/some/file.txt',
      'other.txt',
      '.claude/settings',
    ];
    const answers = tracked.map((name) => isTracked(repository, join(projectDir, name)));
    // Part of a tracked name may count as tracked, which is the safe side.
    expect(answers.slice(0, 5)).toEqual([true, true, true, true, false]);
  });

  test('matches a file name ignoring case', () => {
    const { projectDir, write } = tempProject();
    write('project/.Claude/Settings.Local.json', '{}');
    git(projectDir, 'init');
    git(projectDir, 'add', '-f', '.');
    for (const version of ['2', '4']) {
      git(projectDir, 'update-index', '--index-version', version);
      expect(isTracked(folderOf(projectDir), join(projectDir, '.claude/settings.local.json'))).toBe(true);
    }
  });

  test.each([
    ['no index', undefined, false],
    ['garbage', 'garbage', true],
    ['a version from the future', Buffer.from('DIRC\0\0\0\x09\0\0\0\0', 'latin1'), true],
    ['a version 4 cut short', Buffer.from('DIRC\0\0\0\x04\0\0\0\x05', 'latin1'), true],
  ])('%s', (_name, index, answer) => {
    const { projectDir } = tempProject();
    git(projectDir, 'init');
    if (index !== undefined) writeFileSync(join(projectDir, '.git/index'), index);
    expect(isTracked(folderOf(projectDir), join(projectDir, 'x.json'))).toBe(answer);
  });

  test.skipIf(process.platform === 'win32')('treats a file as tracked when part of the index is a pipe', () => {
    const { projectDir } = tempProject();
    git(projectDir, 'init');
    git(projectDir, 'read-tree', '--empty');
    execFileSync('mkfifo', [join(projectDir, '.git/sharedindex.1')]);
    expect(isTracked(folderOf(projectDir), join(projectDir, 'x.json'))).toBe(true);
  });
});

describe('readBranch', () => {
  test('reads a branch, one with slashes, a detached and a damaged HEAD', () => {
    const { projectDir } = tempProject();
    git(projectDir, 'init');
    expect(readBranch(folderOf(projectDir))).toBe('main');
    git(projectDir, 'commit', '--allow-empty', '-m', 'first');
    git(projectDir, 'checkout', '-b', 'fix/some-thing');
    mkdirSync(join(projectDir, 'deep/er'), { recursive: true });
    expect(readBranch(folderOf(join(projectDir, 'deep/er')))).toBe('fix/some-thing');
    git(projectDir, 'checkout', '--detach');
    expect(readBranch(folderOf(projectDir))).toMatch(/^[0-9a-f]{10}$/);
    writeFileSync(join(projectDir, '.git/HEAD'), 'ref: refs/heads/a\u001B[31m b\n');
    expect(readBranch(folderOf(projectDir))).toBeNull();
  });

  test('reads the branch of a linked worktree', () => {
    const { projectDir, root } = tempProject();
    git(projectDir, 'init');
    git(projectDir, 'commit', '--allow-empty', '-m', 'first');
    git(projectDir, 'worktree', 'add', '-b', 'side', '../tree');
    expect(readBranch(folderOf(join(root, 'tree')))).toBe('side');
  });
});
