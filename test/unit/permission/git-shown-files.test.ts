import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { git, tempProject } from '../settings/temp-project.ts';

let engine: PermissionEngine;
beforeAll(async () => {
  engine = await createPermissionEngine();
});

interface Options {
  readonly deny?: readonly string[];
  /** Whether `.env` was committed at some time; it isn't any more. */
  readonly once?: boolean;
  readonly indexVersion?: number;
}

/** Decides git commands in a repository with many files and an ignored `.env`. */
function inRepository({ deny = ['Read(./.env)'], once = false, indexVersion = 2 }: Options = {}) {
  const { projectDir, homeDir, stateDir } = tempProject();
  git(projectDir, 'init');
  git(projectDir, 'config', 'index.version', String(indexVersion));
  const write = (file: string, content = 'x\n'): void => {
    mkdirSync(join(projectDir, file, '..'), { recursive: true });
    writeFileSync(join(projectDir, file), content);
  };
  for (let n = 0; n < 250; n++) write(`src/part-${n % 10}/file-${n}.ts`);
  write('config/secret.txt');
  write('.env');
  if (once) {
    git(projectDir, 'add', '-A');
    git(projectDir, 'commit', '-m', 'first');
    git(projectDir, 'rm', '--cached', '.env');
  }
  write('.gitignore', '.env\n');
  git(projectDir, 'add', '-A');
  git(projectDir, 'commit', '-m', 'second');
  const rules = deny.map((text): RuleEntry => ({ id: text, behavior: 'deny', source: 'project', text }));
  const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
  return {
    projectDir,
    decide: (command: string) =>
      engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context).behavior,
  };
}

describe('a rule against reading a file, and git commands that show content', () => {
  it.each([2, 3, 4])('runs those that only show tracked files, with an index of version %s', (indexVersion) => {
    const { decide } = inRepository({ indexVersion });
    expect(
      ['git diff', 'git diff -w src', 'git grep -n foo', 'git grep foo src', 'git -C src diff', 'git diff-files -p'].map(decide),
    ).toEqual(Array.from({ length: 6 }, () => 'allow'));
  });

  it('asks where the file is tracked', () => {
    const { decide, projectDir } = inRepository();
    git(projectDir, 'add', '-f', '.env');
    for (const command of ['git diff', 'git grep foo']) expect(decide(command), command).toBe('ask');
    expect(decide('git diff src')).toBe('allow');
  });

  it('asks where a submodule may show its own files', () => {
    const { decide, projectDir } = inRepository();
    const inner = join(projectDir, 'lib');
    mkdirSync(inner);
    git(inner, 'init');
    git(inner, 'commit', '--allow-empty', '-m', 'first');
    git(projectDir, 'add', 'lib');
    expect(decide('git diff')).toBe('ask');
  });

  it.each([
    'git diff HEAD~1',
    'git log -p',
    'git log -p src',
    'git show',
    'git show HEAD -- src',
    'git show HEAD:src/part-1/file-1.ts --all',
    'git show HEAD:src/part-1/file-1.ts -p --reflog',
    'git stash show -p',
    'git grep foo HEAD~1',
    'git log -p --follow src/part-1/file-1.ts',
    'git log -L 1,2:.env',
    'git blame -C src/part-1/file-1.ts',
    "git diff -- ':(icase)src'",
    "git log -p -- '*'",
    'git --icase-pathspecs log -p -- .ENV',
    'git grep -e -- HEAD',
    'git show ":(top)"',
    'git show ":!src"',
    'git show ":^src"',
    'git grep --untracked foo',
    'cd src && git log -p',
    'git -C .git log -p HEAD',
  ])('asks where a commit may hold it: %s', (command) => expect(inRepository({ once: true }).decide(command)).not.toBe('allow'));

  it.each([
    'git show HEAD~1:src/part-1/file-1.ts',
    'git show :src/part-1/file-1.ts',
    'git -C src show HEAD:./part-1/file-1.ts',
    'git blame src/part-1/file-1.ts',
    'git blame HEAD~1 -- src/part-1/file-1.ts',
    'git log -p -- src/part-1/file-1.ts',
    'git log -p -3 src/part-1/file-1.ts',
    'git diff HEAD~1 src/part-1/file-1.ts src/part-2/file-2.ts',
    'git diff main...HEAD -- src/part-1/file-1.ts',
    'git show HEAD -- src/part-1/file-1.ts',
    'cd src && git diff HEAD -- part-1/file-1.ts',
  ])('runs what shows only files that it names: %s', (command) => expect(inRepository({ once: true }).decide(command)).toBe('allow'));

  it.each([
    'git show HEAD:.env',
    'git show HEAD~1:./.env',
    'git diff HEAD:.env README.md',
    'git blame .env',
    'git log -p -- .env',
    'cd src && git show HEAD:.env',
  ])('denies what names it: %s', (command) => expect(inRepository().decide(command)).toBe('deny'));

  it.each([
    'cd src && git show HEAD:config/secret.txt',
    'git -C src show HEAD:config/secret.txt',
    'cd src && git diff HEAD',
    'git -C src log -p',
    'cd src && git log --patch-with-stat --unknown',
  ])('sees the whole work tree from a folder in it: %s', (command) =>
    expect(inRepository({ deny: ['Read(/config/**)'] }).decide(command)).not.toBe('allow'),
  );

  it('doesn’t take what is on disk now for what a commit held', () => {
    const { projectDir, homeDir, stateDir } = tempProject();
    git(projectDir, 'init');
    writeFileSync(join(projectDir, '.env'), 'x');
    git(projectDir, 'add', '-A');
    git(projectDir, 'commit', '-m', 'first');
    git(projectDir, 'rm', '-f', '.env');
    git(projectDir, 'commit', '-m', 'second');
    const rules: RuleEntry[] = [{ id: 'r', behavior: 'deny', source: 'project', text: 'Read(./.env)' }];
    const context = makePermissionContext({ projectDir, homeDir, stateDir, rules });
    const command = 'git log -p';
    expect(engine.decide(engine.analyse({ toolName: 'Bash', input: { command }, cwd: projectDir }, context), context).behavior).toBe('ask');
  });
});
