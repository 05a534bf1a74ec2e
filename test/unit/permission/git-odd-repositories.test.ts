import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, gitReading } from '../settings/temp-project.ts';
import { decideIn, repositoryOnceWithKeys } from './git-repositories.ts';

type Repository = ReturnType<typeof repositoryOnceWithKeys>;

const FROM_COMMITS = ['git show', 'git log -p -2', 'git diff HEAD~1 HEAD'];

function looseFile({ dir, run }: Repository, revision: string): string {
  const name = run('rev-parse', revision);
  return join(dir, '.git/objects', name.slice(0, 2), name.slice(2));
}

/** The only pack, or its index. */
function packed({ dir, run }: Repository, extension: string): string {
  run('repack', '-adf');
  run('prune-packed');
  const folder = join(dir, '.git/objects/pack');
  return join(folder, readdirSync(folder).find((name) => name.endsWith(extension)) ?? '');
}

function rewrite(file: string, change: (bytes: Buffer) => Buffer): void {
  chmodSync(file, 0o644);
  writeFileSync(file, change(readFileSync(file)));
}

const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);

const NAMES_AT = 8 + 256 * 4;

/** Each name stands for another object. */
function mixedUp(index: Buffer): Buffer {
  const count = index.readUInt32BE(NAMES_AT - 4);
  const at = NAMES_AT + count * 24;
  const offsets = Array.from({ length: count }, (_, n) => index.subarray(at + n * 4, at + n * 4 + 4));
  return Buffer.concat([index.subarray(0, at), ...offsets.toReversed(), index.subarray(at + count * 4)]);
}

describe('a rule against reading a file, in a repository whose commits aren’t what they seem', () => {
  it.each<[string, (repository: Repository) => unknown]>([
    ['a replaced commit', ({ run }) => run('replace', 'HEAD', 'keys')],
    ['a replaced file', ({ run }) => run('replace', 'HEAD:src/b.ts', 'HEAD:src/a.ts')],
    ['a packed replacement', ({ run }) => [run('replace', 'HEAD', 'keys'), run('pack-refs', '--all')]],
    [
      'grafts',
      ({ run, dir }) => appendFileSync(join(dir, '.git/info/grafts'), `${run('rev-parse', 'HEAD')} ${run('rev-parse', 'keys')}\n`),
    ],
    ['borrowed objects', ({ dir }) => writeFileSync(join(dir, '.git/objects/info/alternates'), join(dir, '.git/objects'))],
    ['names kept otherwise', ({ dir }) => appendFileSync(join(dir, '.git/config'), '[extensions]\n\trefStorage = reftable\n')],
    ['an extension on one line', ({ dir }) => appendFileSync(join(dir, '.git/config'), '[core] [extensions] partialClone = origin\n')],
    ['a damaged commit', (one) => rewrite(looseFile(one, 'HEAD'), cut)],
    ['another commit under its name', (one) => rewrite(looseFile(one, 'HEAD'), () => readFileSync(looseFile(one, 'plain^{commit}')))],
    ['another tree under its name', (one) => rewrite(looseFile(one, 'HEAD^{tree}'), () => readFileSync(looseFile(one, 'plain^{tree}')))],
    ['a missing folder', (one) => rmSync(looseFile(one, 'HEAD~1:src'))],
    ['a missing parent', (one) => rmSync(looseFile(one, 'HEAD~1'))],
    ['a damaged branch', ({ dir }) => writeFileSync(join(dir, '.git/refs/heads/main'), 'x')],
    ['a branch that leads nowhere', ({ dir }) => writeFileSync(join(dir, '.git/refs/heads/main'), 'ref: refs/heads/none\n')],
    ['a branch that leads to itself', ({ dir }) => writeFileSync(join(dir, '.git/refs/heads/main'), 'ref: refs/heads/main\n')],
    [
      'a branch that is a link',
      ({ dir }) => [rmSync(join(dir, '.git/refs/heads/main')), symlinkSync('keys', join(dir, '.git/refs/heads/main'))],
    ],
    [
      'a branch that is a file’s content',
      ({ dir, run }) => writeFileSync(join(dir, '.git/refs/heads/main'), run('rev-parse', 'HEAD:src/a.ts')),
    ],
    ['a missing pack', (one) => rmSync(packed(one, '.pack'))],
    ['a missing index of a pack', (one) => rmSync(packed(one, '.idx'))],
    ['a pack that was cut off', (one) => rewrite(packed(one, '.pack'), (bytes) => bytes.subarray(0, 40))],
    ['a damaged pack', (one) => rewrite(packed(one, '.pack'), (bytes) => Buffer.from(bytes.toReversed()))],
    ['an index that was cut off', (one) => rewrite(packed(one, '.idx'), cut)],
    ['an index that mixes objects up', (one) => rewrite(packed(one, '.idx'), mixedUp)],
    ['an index of version 1', (one) => [one.run('config', 'pack.indexVersion', '1'), packed(one, '.idx')]],
    [
      'a link to another repository',
      ({ run, dir, write }) => {
        write('.env', '');
        run('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib`);
        mkdirSync(join(dir, 'lib'));
        run('commit', '-m', 'links');
      },
    ],
  ])('asks where there is %s', (_what, change) => {
    const repository = repositoryOnceWithKeys();
    change(repository);
    for (const command of FROM_COMMITS) expect(repository.decide(command), command).toBe('ask');
  });

  it('asks where names have another format', () => {
    const { decide } = repositoryOnceWithKeys('--object-format=sha256');
    for (const command of FROM_COMMITS) expect(decide(command), command).toBe('ask');
  });

  it('asks before the first commit', () => {
    const { run, decide } = repositoryOnceWithKeys();
    run('checkout', '--orphan', 'fresh');
    for (const command of ['git diff --cached', 'git diff HEAD', 'git show']) expect(decide(command), command).toBe('ask');
  });

  it('reads a pack of more than 2 GB', () => {
    const repository = repositoryOnceWithKeys();
    const pack = packed(repository, '.pack');
    rmSync(pack.replace('.pack', '.idx'));
    // As if all objects but the first started that far in it.
    repository.run('index-pack', '--index-version=2,0x40', pack);
    for (const command of FROM_COMMITS) expect(repository.decide(command), command).toBe('allow');
    for (const command of ['git show keys', 'git log -p']) expect(repository.decide(command), command).toBe('ask');
  });

  it('asks where there is too much to look through', () => {
    const { dir, decide } = repositoryOnceWithKeys();
    const head = (branch: string): string => `commit refs/heads/${branch}\ncommitter a <a@b> 1700000000 +0000\ndata 0\n`;
    const file = (name: string): string => `M 100644 inline ${name}\ndata 0\n`;
    const folders = head('folders') + Array.from({ length: 5001 }, (_, n) => file(`f${n}/a`)).join('');
    const commits = Array.from({ length: 201 }, (_, n) => head('commits') + file(`a${n % 3}-${n}`)).join('');
    gitReading(folders + commits, dir, 'fast-import', '--quiet');
    for (const command of ['git show folders', 'git show folders', 'git log -p commits']) expect(decide(command), command).toBe('ask');
    for (const command of ['git log -p commits~1', 'git log -p -50 commits', 'git diff commits~150 commits'])
      expect(decide(command), command).toBe('allow');
  });

  it('knows extensions that change nothing of it', () => {
    const { run, decide } = repositoryOnceWithKeys();
    run('config', 'extensions.worktreeConfig', 'true');
    run('config', 'core.repositoryFormatVersion', '1');
    for (const command of FROM_COMMITS) expect(decide(command), command).toBe('allow');
  });

  it('takes the last commit of a shallow clone for its first, as git does', () => {
    const { temp, dir, run } = repositoryOnceWithKeys();
    const clone = join(temp.root, 'clone');
    git(temp.root, 'clone', '--depth', '2', `file://${dir}`, clone);
    const decide = decideIn(clone, temp);
    for (const command of ['git show HEAD~1', 'git log -p', 'git log -p -5']) expect(decide(command), command).toBe('allow');
    expect(decide('git show HEAD~2')).toBe('ask');
    run('checkout', '-q', 'keys');
    git(clone, 'fetch', '--depth', '1', 'origin', 'keys:keys');
    expect(decide('git show keys')).toBe('ask');
    expect(decide('git log -p -1 main')).toBe('allow');
  });

  it('looks names up in git’s order', () => {
    const { run, decide } = repositoryOnceWithKeys();
    run('tag', 'both', 'keys');
    run('branch', 'both', 'main');
    expect(decide('git show both')).toBe('ask');
    expect(decide('git show heads/both')).toBe('allow');
    run('pack-refs', '--all');
    run('update-ref', 'refs/tags/both', 'main');
    expect(decide('git show both')).toBe('allow');
    run('update-ref', 'refs/remotes/origin/main', 'keys');
    run('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    run('update-ref', 'ORIG_HEAD', 'keys');
    for (const name of ['origin', 'origin/main', 'remotes/origin/HEAD', 'ORIG_HEAD']) expect(decide(`git show ${name}`), name).toBe('ask');
    run('update-ref', 'refs/remotes/origin/main', 'main');
    run('update-ref', 'ORIG_HEAD', 'main');
    for (const name of ['origin', 'origin/main', 'remotes/origin/HEAD', 'ORIG_HEAD'])
      expect(decide(`git show ${name}`), name).toBe('allow');
    const short = run('rev-parse', 'main').slice(0, 7);
    expect(decide(`git show ${short}`)).toBe('allow');
    run('branch', short, 'keys');
    expect(decide(`git show ${short}`)).toBe('ask');
  });

  it('asks about the start of several names', () => {
    const repository = repositoryOnceWithKeys();
    const { dir, run, decide } = repository;
    const name = run('rev-parse', 'HEAD');
    const other = looseFile(repository, 'HEAD:src/a.ts');
    expect(decide(`git show ${name.slice(0, 8)}`)).toBe('allow');
    renameSync(other, join(dir, '.git/objects', name.slice(0, 2), `${name.slice(2, 8)}${'0'.repeat(32)}`));
    expect(decide(`git show ${name.slice(0, 8)}`)).toBe('ask');
    expect(decide(`git show ${name}`)).toBe('allow');
  });
});
