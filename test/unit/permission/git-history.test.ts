import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathsInCommits } from '#main/permission/shell/git/git-history.ts';
import { git, gitReading, tempProject } from '../settings/temp-project.ts';

interface Change {
  readonly kind: 'write' | 'remove' | 'move';
  readonly at: number;
  readonly content: number;
}
interface Commit {
  /** Which of the commits before it, counted back; a commit without any is a first one. */
  readonly parents: readonly number[];
  readonly changes: readonly Change[];
  readonly time: number;
}

const PATHS = ['a', 'b', '.env', 'd/a', 'd/.env', 'd/e/a', 'd/e/.h/x', '.h/x', 'f/é', 'f/a b'];

const histories = fc.array(
  fc.record<Commit>({
    parents: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
    changes: fc.array(
      fc.record<Change>({
        kind: fc.constantFrom('write', 'write', 'remove', 'move'),
        at: fc.nat({ max: PATHS.length - 1 }),
        content: fc.nat({ max: 3 }),
      }),
      { maxLength: 5 },
    ),
    time: fc.nat({ max: 1000 }),
  }),
  { minLength: 2, maxLength: 12 },
);

/** As input of `git fast-import`. */
function stream(commits: readonly Commit[]): string {
  const trees: Set<string>[] = [];
  return commits
    .map(({ parents, changes, time }, number) => {
      const from = parents.map((back) => number - back).filter((one) => one >= 0);
      const tree = new Set(trees[from[0] ?? -1]);
      trees.push(tree);
      const lines = changes.flatMap(({ kind, at, content }) => lineOf({ kind, at, content }, tree, number));
      // Tells its tree from all others.
      lines.push(`M 100644 inline n${number}\ndata 1\nn\n`);
      tree.add(`n${number}`);
      const links = from.map((one, index) => `${index === 0 ? 'from' : 'merge'} :${one + 1}\n`).join('');
      // With only such a name, a commit without a parent starts anew.
      const start = from.length === 0 ? `reset refs/heads/b${number}\n` : '';
      return `${start}commit refs/heads/b${number}\nmark :${number + 1}\ncommitter a <a@b> ${1_700_000_000 + time} +0000\ndata 1\nm\n${links}${lines.join('')}\n`;
    })
    .join('');
}

function lineOf({ kind, at, content }: Change, tree: Set<string>, number: number): string[] {
  const path = PATHS[at] ?? 'a';
  if (kind === 'write') {
    tree.add(path);
    const text = `${content}\n`.repeat(40);
    return [`M 100644 inline "${path}"\ndata ${text.length}\n${text}\n`];
  }
  const folder = path.split('/')[0] ?? path;
  const below = [...tree].filter((one) => one === path || (kind === 'move' && one.startsWith(`${folder}/`)));
  if (below.length === 0) return [];
  for (const one of below) tree.delete(one);
  if (kind === 'remove') return [`D ${path}\n`];
  for (const one of below) tree.add(`m${number}-${at}/${one}`);
  return [`R "${folder}" "m${number}-${at}/${folder}"\n`];
}

const STORED: readonly (readonly (readonly string[])[])[] = [
  [],
  [['gc', '--quiet']],
  [['repack', '-adfq', '--depth=50', '--window=50']],
  [['-c', 'repack.useDeltaBaseOffset=false', 'repack', '-adfq', '--depth=50', '--window=50']],
  [['pack-refs', '--all']],
];

const revisions = fc.tuple(
  fc.constantFrom(
    'HEAD',
    '@',
    'b0',
    'b1',
    'heads/b2',
    'refs/heads/b3',
    'b4',
    't0',
    't1',
    'tags/t2',
    'same',
    'hash',
    'short',
    'none',
    'b1@{0}',
  ),
  fc.constantFrom('', '', '', '~', '^', '^0', '~2', '^2', '^^', '~1^2', '^3~1', '^{tree}', '^{commit}', '^@'),
);

describe('the files of commits', () => {
  it('are those that git shows', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        histories,
        fc.constantFrom(...STORED),
        fc.array(revisions, { minLength: 8, maxLength: 8 }),
        fc.nat({ max: 3 }),
        (commits, stored, asked, back) => {
          const dir = made(commits, stored);
          const hash = git(dir, 'rev-parse', `b${Math.max(commits.length - 1 - back, 0)}`).trim();
          for (const [name, steps] of asked) {
            const revision = (name === 'hash' ? hash : name === 'short' ? hash.slice(0, 8) : name) + steps;
            const commit = resolved(dir, revision);
            const alone = pathsInCommits(dir, { revisions: [revision], generations: 0, index: false });
            // What else git knows counts as unknown.
            const isKnown = commit !== undefined && !/\{|\^@/u.test(revision);
            expect(alone !== undefined, revision).toBe(isKnown);
            if (alone === undefined || commit === undefined) continue;
            expect(alone.toSorted()).toEqual(lines(git(dir, 'ls-tree', '-rz', '--name-only', commit)).toSorted());
            const shown = lines(git(dir, 'show', '-m', '-z', '--name-only', '--format=', '--no-renames', commit));
            expect(pathsInCommits(dir, { revisions: [revision], generations: 1, index: false })).toEqual(expect.arrayContaining(shown));
            const listed = lines(git(dir, 'log', `-${back}`, '-m', '-z', '--name-only', '--format=', '--no-renames', commit));
            expect(pathsInCommits(dir, { revisions: [revision], generations: back, index: false })).toEqual(expect.arrayContaining(listed));
          }
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** A commit, if the words name one and nothing else. */
function resolved(dir: string, revision: string): string | undefined {
  try {
    return git(dir, 'rev-parse', '--verify', '-q', `${revision}^{commit}`).trim();
  } catch {
    return undefined;
  }
}

const lines = (text: string): string[] => [...new Set(text.split(/[\0\n]/u).filter(Boolean))];

function made(commits: readonly Commit[], stored: readonly (readonly string[])[]): string {
  const { projectDir: dir } = tempProject();
  git(dir, 'init', '-b', 'b0');
  gitReading(stream(commits), dir, 'fast-import', '--quiet');
  git(dir, 'symbolic-ref', 'HEAD', `refs/heads/b${commits.length - 1}`);
  git(dir, 'tag', 't0', 'b0');
  git(dir, 'tag', '-a', 't1', '-m', 't', 'b1');
  git(dir, 'tag', '-a', 't2', '-m', 't', 't1');
  git(dir, 'tag', 'same', 'b1');
  git(dir, 'branch', 'same', 'b0');
  for (const step of stored) git(dir, ...step);
  return dir;
}
