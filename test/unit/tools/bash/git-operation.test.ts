import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { gitOperation, gitOperationWords } from '#main/tools/bash/git-operation.ts';
import { printsNothing } from '#main/tools/bash/quiet-commands.ts';

const root = mkdtempSync(path.join(tmpdir(), 'git-operation-'));
const repository = path.join(root, 'work');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const setUp = `git init -q --bare -b main ../remote.git; git init -q -b main .; git config user.name N; git config user.email n@example.com; git remote add origin ../remote.git`;
function run(command: string): string {
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('bash', ['-c', `exec 2>&1; ${command}`], { cwd: repository, env, encoding: 'utf8' });
}

describe('what git did', () => {
  it('is found in the output of real git', () => {
    execFileSync('mkdir', ['-p', repository]);
    run(setUp);
    const done = (command: string) => {
      const output = run(command);
      return gitOperation(command, output);
    };
    writeFileSync(path.join(repository, 'a'), '1');
    expect(done("git add a && git commit -m 'first; one'")).toMatchObject({ commit: { kind: 'committed', branch: 'main' } });
    expect(done('git commit --amend -m again')?.commit?.sha).toMatch(/^[\da-f]{7,}$/u);
    expect(done('git commit --amend -m more')).toMatchObject({ commit: { kind: 'amended' } });
    expect(done('git push -u origin main')).toEqual({ push: { branch: 'main' } });
    expect(done('git push --dry-run origin main:other')).toBeUndefined();
    run(
      'git checkout -q -b topic; echo 2 > b; git add b; git commit -qm topic; git checkout -q main; echo 3 > c; git add c; git commit -qm c',
    );
    expect(done('git push')).toEqual({ push: { branch: 'main' } });
    expect(done('git -c core.pager=cat merge -m merged topic')).toEqual({ branch: { ref: 'topic', action: 'merged' } });
    expect(done('git merge topic')).toBeUndefined();
    run('git checkout -q -b second HEAD~1; echo 4 > d; git add d; git commit -qm d');
    expect(done('git rebase "main"')).toEqual({ branch: { ref: 'main', action: 'rebased' } });
    expect(done('git checkout -q --detach && echo 5 > e && git add e && git commit -m e')?.commit?.branch).toBeUndefined();
    run('git checkout -q main; echo 6 > f; git add f; git commit -qm f; git checkout -q topic');
    expect(done('git cherry-pick main')).toMatchObject({ commit: { kind: 'cherry-picked', branch: 'topic' } });
    expect(done('git status')).toBeUndefined();
    expect(done('echo "[main 1a2b3c4] x"')).toBeUndefined();
  });

  it.each([
    ['gh pr create --fill', 'https://github.com/o/r/pull/12\n', { number: 12, url: 'https://github.com/o/r/pull/12', action: 'created' }],
    ['gh pr merge 12 --squash', '✓ Squashed and merged pull request o/r#12 (Title)', { number: 12, action: 'merged' }],
    ['gh pr merge --auto 7', '✓ Pull request o/r#7 will be automatically merged', { number: 7, action: 'auto-merge-enabled' }],
    ['gh pr close 7', '✓ Closed pull request o/r#7 (Title)', { number: 7, action: 'closed' }],
    ['gh pr reopen 7', '✓ Reopened pull request o/r#7 (Title)', { number: 7, action: 'reopened' }],
    ['gh pr ready 7', '✓ Pull request o/r#7 is marked as "ready for review"', { number: 7, action: 'ready' }],
    ['gh pr ready 7 --undo', '✓ Pull request o/r#7 is converted to "draft"', { number: 7, action: 'draft' }],
  ])('%s', (command, output, pr) => expect(gitOperation(command, output)).toEqual({ pr }));

  it.each([
    ['gh pr view 7', 'https://github.com/o/r/pull/7'],
    ['gh pr create', 'a pull request already exists'],
    ['gh pr constructor', 'https://github.com/o/r/pull/7'],
    ['gh pr close 99999999999999999999', 'Closed pull request'],
    ['git commit -m x', 'nothing to commit'],
  ])('nothing: %s', (command, output) => expect(gitOperation(command, output)).toBeUndefined());

  it('is described in a few words', () => {
    expect(gitOperationWords({ commit: { sha: '1a2b3c4', kind: 'committed' }, push: { branch: 'main' } })).toBe(
      'committed 1a2b3c4, pushed main',
    );
    expect(gitOperationWords({ pr: { number: 3, action: 'created' } })).toBe('created pull request #3');
  });

  it('is found in linear time in any output', () => {
    expect(gitOperation('git commit -m x && git push', `[${'a '.repeat(200_000)}\n${' * '.repeat(100_000)}`)).toBeUndefined();
  });
});

it.each([
  ['mkdir -p a && touch a/b', true],
  ['NODE_ENV=x rm a', true],
  ['rm -v a', false],
  ['git add .', true],
  ['git status', false],
  ['mkdir a; ls', false],
  ['', false],
])('%s is expected to print nothing: %s', (command, expected) => expect(printsNothing(command)).toBe(expected));
