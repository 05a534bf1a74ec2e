import { chmodSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { git, tempProject, type TempProject } from '../../settings/temp-project.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

function repository(config: string): TempProject {
  const temp = tempProject();
  git(temp.projectDir, 'init');
  writeFileSync(join(temp.projectDir, '.git/config'), config, { flag: 'a' });
  return temp;
}

function isReadOnly(command: string, { projectDir, homeDir, stateDir }: TempProject, searchPath: readonly string[] = []): boolean {
  return engine.isReadOnlyCommand(command, projectDir, makePermissionContext({ projectDir, homeDir, stateDir, searchPath, rules: [] }));
}

/** Runs `read` without root's access to everything. */
function asPlainUser<T>(read: () => T): T {
  if (process.getuid?.() !== 0) return read();
  process.seteuid?.('nobody');
  try {
    return read();
  } finally {
    process.seteuid?.(0);
  }
}

const LFS =
  '[filter "lfs"]\n\tclean = git-lfs clean -- %f\n\tsmudge = git-lfs smudge -- %f\n\tprocess = git-lfs filter-process\n\trequired = true\n';
const READS = ['git status', 'git diff', 'git log -p', 'git show HEAD', 'git branch -a', 'git blame a.txt'];

describe('a setting that read commands ignore', () => {
  it.each([
    ['core.hooksPath of husky', '[core]\n\thooksPath = .husky/_\n'],
    ['core.hooksPath that disables hooks', '[core]\n\thooksPath = /dev/null\n'],
    ['core.sshCommand', '[core]\n\tsshCommand = ssh -i ~/.ssh/work\n'],
    ['credential.helper', '[credential]\n\thelper = store\n[credential "https://example.com"]\n\thelper = !gh auth git-credential\n'],
    ['core.editor', '[core]\n\teditor = code --wait\n[sequence]\n\teditor = vim\n'],
    ['a list of commits blame ignores', '[blame]\n\tignoreRevsFile = .git-blame-ignore-revs\n[diff]\n\torderFile = docs/order\n'],
    ['pagers', '[core]\n\tpager = delta\n[color]\n\tpager = true\n[pager]\n\tlog = less -S\n'],
    ['core.askPass and core.gitProxy', '[core]\n\taskPass = /usr/bin/ask\n\tgitProxy = proxy\n'],
    ['filters of Git LFS', LFS],
    [
      'filters of Git LFS that fetch nothing',
      LFS.replace('smudge --', 'smudge --skip --').replace('filter-process', 'filter-process --skip'),
    ],
    ['Windows line endings', `[core]\r\n\thooksPath = .husky\r\n${LFS.replaceAll('\n', '\r\n')}`],
  ])('%s does not affect reading', (_what, config) => {
    const temp = repository(config);
    expect(READS.filter((command) => !isReadOnly(command, temp))).toEqual([]);
  });
});

describe('a setting that affects read commands asks', () => {
  it.each([
    ['a filter', '[filter "x"]\n\tclean = ./run.sh\n'],
    ['a filter that looks like that of Git LFS', '[filter "lfs"]\n\tclean = git-lfs clean -- %f; ./run.sh\n'],
    ['one that continues after a fake line end', '[filter "lfs"]\n\tclean = git-lfs clean -- %f\u2028; ./run.sh\n'],
    ['the same with a carriage return', '[filter "lfs"]\n\tclean = git-lfs clean -- %f\r; ./run.sh\n'],
    ['the same for a monitor', '[core]\n\tfsmonitor = true\u2028; ./run.sh\n'],
    ['one that continues after a backslash', '[filter "lfs"]\n\tprocess = git-lfs filter-process\\\n; ./run.sh\n'],
    ['Git LFS by another path', '[filter "lfs"]\n\tprocess = ./git-lfs filter-process\n'],
    ['an extension of Git LFS', '[lfs "extension.x"]\n\tclean = ./run.sh\n'],
    ['a hook of the configuration', '[hook "x"]\n\tcommand = ./run.sh\n\tevent = post-index-change\n'],
    ['a virtual file system', '[core]\n\tvirtualFilesystem = ./run.sh\n'],
    ['hooks in a world-writable folder', '[core]\n\thooksPath = scripts\n'],
    ['hooks of a home folder', '[core]\n\thooksPath = ~/hooks\n'],
    ['hooks in quotes', '[core]\n\thooksPath = ".husky"/../scripts\n'],
    ['hooks without a folder', '[core]\n\thooksPath\n'],
    ['hooks on the line of a section header', '[core] hooksPath = scripts\n'],
    ['hooks outside the protected folder', '[core]\n\thooksPath = .husky/../scripts\n'],
    ['ignored names outside', '[core] excludesFile=/etc/passwd\n'],
    ['a worktree after a fake line end', '[core]\n\tworktree = ..\u2028/../../home\n'],
  ])('%s', (_what, config) => expect(isReadOnly('git status', repository(config))).toBe(false));

  it('a hook that runs on reading, wherever hooks are', () => {
    const temp = repository('[core]\n\thooksPath = .husky\n');
    temp.write('project/.husky/pre-commit', '');
    expect(isReadOnly('git status', temp)).toBe(true);
    temp.write('project/.husky/Post-Index-Change', '');
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it('a hooks folder that may be entered but not listed', () => {
    const temp = repository('[core]\n\thooksPath = .husky\n');
    temp.write('project/.husky/pre-commit', '');
    chmodSync(dirname(temp.projectDir), 0o755);
    const hooks = join(temp.projectDir, '.husky');
    expect(asPlainUser(() => isReadOnly('git status', temp))).toBe(true);
    chmodSync(hooks, 0o311);
    expect(asPlainUser(() => isReadOnly('git status', temp))).toBe(false);
    chmodSync(hooks, 0o755);
  });

  it('a link from a protected hooks folder to an unprotected one', () => {
    const temp = repository('[core]\n\thooksPath = .husky\n');
    temp.write('project/scripts/x', '');
    symlinkSync('scripts', join(temp.projectDir, '.husky'));
    expect(isReadOnly('git status', temp)).toBe(false);
  });

  it.each(['blame] ignoreRevsFile', 'core] attributesFile', 'core] excludesFile', 'diff] orderFile'])(
    'a file behind a link: [%s',
    (key) => {
      const temp = repository(`[${key} = docs/list\n`);
      temp.write('project/docs/list', '');
      expect(isReadOnly('git status', temp)).toBe(true);
      rmSync(join(temp.projectDir, 'docs/list'));
      symlinkSync(join(temp.homeDir, 'key'), join(temp.projectDir, 'docs/list'));
      expect(isReadOnly('git status', temp)).toBe(false);
    },
  );

  it('Git LFS inside the project', () => {
    const temp = repository(LFS);
    temp.write('project/bin/git-lfs', '#!/bin/sh\n');
    chmodSync(join(temp.projectDir, 'bin/git-lfs'), 0o755);
    expect(isReadOnly('git status', temp, [join(temp.projectDir, 'bin'), '/usr/bin'])).toBe(false);
  });
});

describe('a command that reads only names and objects', () => {
  const CONFIG =
    '[filter "git-crypt"]\n\tclean = git-crypt clean\n[diff "git-crypt"]\n\ttextconv = git-crypt diff\n[core]\n\tfsmonitor = ./run.sh\n';

  it.each(['git branch -a', 'git rev-parse HEAD', 'git remote -v', 'git config --get user.name', 'git merge-base HEAD HEAD', 'git tag -l'])(
    'ignores file settings: %s',
    (command) => expect(isReadOnly(command, repository(CONFIG))).toBe(true),
  );

  it.each([
    'git status',
    'git diff',
    'git log',
    'git show HEAD',
    'git describe --dirty',
    'git ls-files -m',
    'git grep x',
    'git stash list',
  ])('not: %s', (command) => expect(isReadOnly(command, repository(CONFIG))).toBe(false));

  it.each([
    ['[remote "origin"]\n\tpromisor = true\n'],
    ['[gpg]\n\tprogram = ./run.sh\n'],
    ['[include]\n\tpath = ../more\n'],
    ['[core]\n\tworktree = ../../home\n'],
  ])('is affected by %j', (config) => expect(isReadOnly('git branch -a', repository(config))).toBe(false));
});

describe('a setting that names a file elsewhere, whose lines git prints', () => {
  it.each(['/etc/shadow', '~/.ssh/id_rsa', '../x', 'a/../../x', '"a"', '..'])('%s', (file) => {
    for (const key of ['[blame]\n\tignoreRevsFile', '[core]\n\tattributesFile', '[core] excludesFile'])
      expect(isReadOnly('git blame a.txt', repository(`${key} = ${file}\n`))).toBe(false);
  });
});
