import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git } from '../settings/temp-project.ts';
import { decideIn, repositoryOnceWithKeys } from './git-repositories.ts';

/** These show only the last three commits, and the tree before them. */
const WITHOUT_KEYS = [
  'git show',
  'git show HEAD',
  'git show @',
  'git show main',
  'git show heads/main',
  'git show refs/heads/main',
  'git show plain',
  'git show HEAD~1 plain --',
  'git show HEAD^0 HEAD^ HEAD~2',
  'git -C src show --stat -p HEAD',
  'git show -U5 --format=%h --word-diff=color HEAD',
  'git diff --cached',
  'git diff --staged HEAD~1',
  'git diff HEAD',
  'git diff plain',
  'git diff HEAD~3',
  'git diff plain HEAD',
  'git diff plain..',
  'git diff ..plain',
  'git diff HEAD~2..main -w',
  'git log -p -3',
  'git log -p -n 3',
  'git log -n3 -p --oneline',
  'git log --max-count=2 -u main',
  'git log -p -1 plain',
];

const WITH_KEYS = [
  'git show old',
  'git show keys',
  'git show HEAD~4',
  'git show HEAD~3',
  'git show HEAD keys',
  'git diff keys',
  'git diff --cached keys',
  'git diff old..',
  'git diff main..keys',
  'git diff HEAD~3 HEAD~4',
  'git log -p -4',
  'git log -p -n 50',
  'git log -p',
  'git log -p -1 keys',
  'git log -p -3 plain',
];

function expectAll(decide: (command: string) => string, dir: string): void {
  for (const command of WITHOUT_KEYS) expect(decide(command), command).toBe('allow');
  for (const command of WITH_KEYS) expect(decide(command), command).toBe('ask');
  const hash = (revision: string): string => git(dir, 'rev-parse', revision).trim();
  for (const length of [40, 12]) {
    expect(decide(`git show ${hash('HEAD').slice(0, length)}`)).toBe('allow');
    expect(decide(`git diff ${hash('HEAD').slice(0, length)}~1..${hash('plain^{tag}').slice(0, length)}`)).toBe('allow');
    expect(decide(`git show ${hash('old').slice(0, length)}`)).toBe('ask');
    expect(decide(`git show ${hash('keys').slice(0, length)}`)).toBe('ask');
    for (const other of ['HEAD^{tree}', 'HEAD:src/a.ts', 'keys:.env'])
      expect(decide(`git show ${hash(other).slice(0, length)}`)).toBe('ask');
  }
}

describe('a rule against reading a file, and git commands that show commits', () => {
  it.each([
    ['as they were made', []],
    ['packed', [['gc', '--prune=now']]],
    ['packed with long chains of changes', [['repack', '-adf', '--depth=50', '--window=250']]],
    ['packed, changes naming their base', [['-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adf', '--depth=50', '--window=250']]],
    [
      'packed, with an index of all packs',
      [
        ['repack', '-ad'],
        ['multi-pack-index', 'write'],
        ['commit-graph', 'write', '--reachable'],
      ],
    ],
    [
      'in two packs',
      [
        ['repack', '-d'],
        ['commit', '--allow-empty', '-m', 'sixth'],
        ['repack', '-d'],
        ['reset', '--soft', 'HEAD~1'],
      ],
    ],
    ['with packed names', [['pack-refs', '--all', '--prune']]],
    ['without a branch', [['checkout', '--detach']]],
  ])('looks into the commits: %s', (_what, steps) => {
    const { dir, decide, run } = repositoryOnceWithKeys();
    for (const step of steps) run(...step);
    expectAll(decide, dir);
  });

  it('looks into those of a linked work tree', () => {
    const { temp, run } = repositoryOnceWithKeys();
    const tree = join(temp.root, 'tree');
    run('worktree', 'add', tree, '-b', 'more', 'keys');
    const decide = decideIn(tree, temp);
    for (const command of ['git show', 'git diff HEAD', 'git diff --cached main', 'git log -p -1'])
      expect(decide(command), command).toBe('ask');
    for (const command of ['git show main', 'git diff main~1 plain', 'git log -p -2 main']) expect(decide(command), command).toBe('allow');
  });

  it('counts all parents of a merge', () => {
    const { run, decide, write } = repositoryOnceWithKeys();
    run('checkout', '-b', 'side', 'plain');
    write('side.txt', 's');
    run('rm', '--cached', '.env', '--ignore-unmatch');
    run('add', 'side.txt');
    run('commit', '-m', 'side');
    run('checkout', 'main');
    run('merge', '--no-ff', 'side', '-m', 'merge');
    for (const command of ['git show', 'git show HEAD^2', 'git show HEAD^2~1', 'git log -p -2', 'git log -p --cc -3'])
      expect(decide(command), command).toBe('allow');
    expect(decide('git show HEAD^3')).toBe('ask');
    run('merge', '-s', 'ours', 'keys', '-m', 'keeps nothing of it');
    expect(decide('git diff HEAD~1')).toBe('allow');
    for (const command of ['git show', 'git log -p -1', 'git show HEAD^2', 'git diff HEAD^2']) expect(decide(command), command).toBe('ask');
    write('after.txt', 'a');
    run('rm', '--cached', '.env', '--ignore-unmatch');
    run('add', 'after.txt');
    run('commit', '-m', 'after');
    expect(decide('git show')).toBe('allow');
    expect(decide('git log -p -2')).toBe('ask');
    run('add', '-f', '.env');
    run('commit', '-m', 'with it');
    expect(decide('git diff HEAD~1')).toBe('ask');
  });

  it('counts all that was stashed', () => {
    const { run, decide, write } = repositoryOnceWithKeys();
    expect(decide('git stash show -p')).toBe('ask');
    write('src/b.ts', 'more\n');
    run('stash');
    for (const command of ['git stash show -p', 'git stash show', 'git show stash']) expect(decide(command), command).toBe('allow');
    for (const command of ['git stash show -p stash@{0}', 'git stash show -p src', 'git stash show show', 'git stash list -p'])
      expect(decide(command), command).toBe('ask');
    write('src/b.ts', 'even more\n');
    run('stash', '--all');
    for (const command of ['git stash show -p', 'git stash show', 'git show stash']) expect(decide(command), command).toBe('ask');
  });

  it('counts what is in the index', () => {
    const { run, decide } = repositoryOnceWithKeys();
    run('add', '-f', '.env');
    for (const command of ['git diff --cached', 'git diff HEAD', 'git diff HEAD~1']) expect(decide(command), command).toBe('ask');
    for (const command of ['git show', 'git diff HEAD~1..HEAD']) expect(decide(command), command).toBe('allow');
  });

  it('knows a short history to its end', () => {
    const { run, decide } = repositoryOnceWithKeys();
    run('checkout', '--orphan', 'fresh');
    run('commit', '-m', 'root');
    run('commit', '--allow-empty', '-m', 'second');
    for (const command of ['git log -p', 'git show HEAD~1', 'git log -p -50']) expect(decide(command), command).toBe('allow');
    expect(decide('git log -p -51')).toBe('ask');
  });

  it('asks where it isn’t clear what they show', () => {
    const { decide } = repositoryOnceWithKeys();
    for (const command of [
      'git log -p -2 --all',
      'git log -p -2 --branches',
      'git log -p -2 --author=x',
      'git log -p -2 --since=2020-01-01',
      'git log -p -2 --grep=x',
      'git log -p -2 --skip=1',
      'git log -p -2 --reverse',
      'git log -p -2 --merges',
      'git log -p -2 --first-parent',
      'git log -p -2 --diff-filter=A',
      'git log -p -2 -S x',
      'git log -p -2 -G x',
      'git log -p -2 -C',
      'git log -p -g -2',
      'git log -p -2 -n 3',
      'git log -p -n -1',
      'git log -p -2 HEAD plain',
      'git log -p -2 HEAD~2..HEAD',
      'git whatchanged -p -2',
      'git show -2',
      'git show HEAD@{0}',
      'git show @{u}',
      'git show "HEAD^{/third}"',
      'git show ":/third"',
      'git show "HEAD^{tree}"',
      'git show "mai*"',
      'git show ^plain HEAD',
      'git show plain..HEAD',
      'git show --all',
      'git show none',
      'git diff plain...HEAD',
      'git diff ^plain HEAD',
      'git diff --merge-base plain',
      'git diff --cached --submodule=diff',
      'git show HEAD -- src',
      'git show "$REV"',
      'git format-patch -1 --stdout',
      'git archive HEAD',
      'git cat-file -p HEAD',
      'git grep a HEAD',
      'git diff-tree -p HEAD',
    ])
      expect(decide(command), command).not.toBe('allow');
  });
});

describe('a line that shows commits after other commands', () => {
  const ALLOWED = ['git *', 'npm run *', 'make *'];

  it('doesn’t take the commits before it for those it shows', () => {
    const { temp, dir } = repositoryOnceWithKeys();
    const allow = ALLOWED.map((rule) => `Bash(${rule})`);
    const decide = decideIn(dir, temp, [...allow, 'Edit(**)']);
    for (const [before, after] of [
      ['git commit -am x', 'git show'],
      ['git stash', 'git show HEAD'],
      ['git fetch origin', 'git diff plain'],
      ['git checkout plain', 'git diff HEAD'],
      ['git reset --soft plain', 'git diff --cached'],
      ['git add src', 'git diff --cached'],
      ['npm run build', 'git show'],
      ['git merge keys', 'git show'],
      ['git pull', 'git log -p -1'],
      ['make all', 'git log -p -1'],
    ] as const) {
      expect(decide(after), after).toBe('allow');
      expect(decide(before), before).toBe('allow');
      for (const line of [
        `${before} && ${after}`,
        `${before}; cd src; ${after} | head`,
        `${after} & ${before}`,
        `bash -c '${before}; ${after}'`,
      ])
        expect(decide(line), line).toBe('ask');
      expect(decide(`${after} && ${before}`)).toBe('allow');
    }
    for (const line of [
      'for i in 1 2; do git show; git commit -am x; done',
      'git show > "$(git commit -am x)"',
      'cp src/a.ts .git/HEAD && git show',
      'echo x > .git/refs/heads/main; git show',
      './tool && git show',
    ])
      expect(decide(line), line).toBe('ask');
  });

  it('doesn’t take the index before it for the one it shows', () => {
    const { temp, dir } = repositoryOnceWithKeys();
    const decide = decideIn(
      dir,
      temp,
      ALLOWED.map((rule) => `Bash(${rule})`),
    );
    expect(decide('git diff')).toBe('allow');
    for (const line of [
      'git add -N -f . && git diff',
      'git add src && git diff',
      'git reset -q; git grep KEY',
      'for i in 1; do git diff; git add -A; done',
    ])
      expect(decide(line), line).toBe('ask');
    for (const line of ['git add src/a.ts && git diff', 'npm run build && git diff', 'git diff && git add src'])
      expect(decide(line), line).toBe('allow');
  });

  it('runs what only reads, or changes files that it names', () => {
    const { temp, dir } = repositoryOnceWithKeys();
    const decide = decideIn(dir, temp, ['Edit(src/**)']);
    for (const line of [
      'git status && git show HEAD',
      'cd src && git show',
      'git log --oneline -3; git diff HEAD~1 | head -40',
      'git show HEAD | grep -n a',
      'echo x > src/new.ts && git diff HEAD',
      'for i in 1 2; do git show HEAD~1; done',
      'echo "$(git rev-parse HEAD)" && git show',
    ])
      expect(decide(line), line).toBe('allow');
  });
});
