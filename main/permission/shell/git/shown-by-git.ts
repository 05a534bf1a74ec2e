import path from 'node:path';
import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { areCommits, pathsInCommits } from './git-history.ts';
import { type QuietGit, RAW_CONTENT, SHOWS_COMMITS, SHOWS_CONTENT } from './git-read-only.ts';
import { mayHaveSetting, trackedFiles, workTreeOf } from './git-repository.ts';
import { shownFiles } from './shown-files.ts';

/** Sub-commands that output file content in another form, or give it another name. */
const PACKS_CONTENT: ReadonlySet<string> = new Set(
  'archive bundle checkout-index difftool fast-export format-patch merge-tree mktree replace unpack-file'.split(' '),
);

// Git takes abbreviations of long options: `--verb`, `--pat`.
const LONG_PATCH = '--(?:p|pa|pat|patc|patch|i|in|int.*)';
const PATCH = new RegExp(`^(?:-[a-zA-Z]*[pi][a-zA-Z]*|${LONG_PATCH})$`, 'u');
const VERBOSE = '--(?:v|ve|ver|verb|verbo|verbos|verbose)';

/** Options and verbs with which other sub-commands do. */
const SHOWS_AT_TIMES: ReadonlyMap<string, RegExp> = new Map([
  ...['add', 'checkout', 'reset', 'restore', 'stash'].map((name) => [name, PATCH] as const),
  ['commit', new RegExp(`^(?:-[a-zA-Z]*[pv][a-zA-Z]*|${VERBOSE}|${LONG_PATCH})$`, 'u')],
  ['status', new RegExp(`^(?:-[a-zA-Z]*v[a-zA-Z]*|${VERBOSE})$`, 'u')],
  ...['rebase', 'am'].map((name) => [name, /^--sh/u] as const),
  ['rerere', /^diff$/u],
  ['fsck', /^--lo/u],
  // These take the content of any object, by its hash.
  ['notes', /^(?:-[a-zA-Z]*[cC].*|--re.*)$/u],
  ['update-index', /^--(?:ca|index-i)/u],
  ['read-tree', /^--pr/u],
  ...['for-each-ref', 'tag', 'branch'].map((name) => [name, RAW_CONTENT] as const),
]);

/** A git command that shows file content may show any file, unless its form is fully understood. */
export function shownByGit(program: string, rest: readonly Word[], dir: string): PathUse[] {
  if (program !== 'git' || !mayShowFiles(rest)) return [];
  const folders = rest.flatMap(({ value }, index) => (value === '-C' ? [rest[index + 1]?.value ?? '.'] : []));
  return [{ ...wholeTree(path.resolve(dir, ...folders), dir), access: 'mention' }];
}

/** The files whose content a read-only git command in `dir` shows. `from`: the folder that paths are given from; without one they are absolute. */
export function shownPaths(git: QuietGit, dir: string, from: string | undefined): PathUse[] {
  const { subcommand, words, use } = git;
  const root = workTreeOf(dir) ?? dir;
  const shown = shownFiles({ subcommand, words, use, dir, root });
  // With the setting `log.follow` a single file is shown under its earlier names too.
  const { named, from: source } =
    subcommand === 'log' && shown.named?.words.length === 1 && mayHaveSetting(dir, 'follow') ? ({ from: 'any' } as const) : shown;
  if (git.showsContentUnlessCommit === true && typeof source === 'object' && areCommits(dir, source.revisions)) return [];
  const tracked = source === 'index' ? trackedFiles(dir) : undefined;
  const below = (file: string, files: readonly string[]): readonly string[] => filesBelow(path.relative(root, file), files);
  const inIndex = (file: string): Pick<PathUse, 'inGit' | 'files'> =>
    tracked === undefined ? {} : { inGit: 'index', files: () => below(file, tracked) };
  // With `-C`, paths are relative to that folder.
  const seen = (word: Word): Word =>
    word.value === null || word.tilde || dir === from ? word : literalWord(spelledFrom(path.resolve(dir, word.value), from));
  if (named !== undefined)
    return named.words.map((word) => {
      const file = path.resolve(dir, word.value ?? '.');
      const known = (): readonly string[] | undefined => tracked ?? (typeof source === 'object' ? pathsInCommits(dir, source) : undefined);
      const wasFolder = (): boolean => {
        const files = known();
        if (files !== undefined) return below(file, files).length > 0;
        // In a long history, what is a file in the index is taken for one in the commits too.
        return subcommand === 'grep' || trackedFiles(dir)?.includes(path.relative(root, file)) !== true;
      };
      return { ...ofHistory(seen(word), named.recursive), ...inIndex(file), ...(named.recursive && { wasFolder }) };
    });
  const inCommits = typeof source === 'object' && { files: () => pathsInCommits(dir, source) };
  const whole = { ...wholeTree(dir, from), ...inIndex(root), ...inCommits };
  if (tracked !== undefined) return [whole];
  const inTrees = use.operands.flatMap(({ value }) => IN_TREE.exec(value ?? '')?.[1] ?? []);
  const files = [...use.operands.map(seen), ...inTrees.map((file) => literalWord(spelledFrom(path.resolve(root, file), from)))];
  return [whole, ...files.map((word) => ofHistory(word, false))];
}

/** Some systems ignore the case of letters. */
function filesBelow(folder: string, tracked: readonly string[]): readonly string[] {
  const start = `${folder.toLowerCase()}/`;
  return folder === '' ? tracked : tracked.filter((file) => file.toLowerCase().startsWith(start));
}

/** `HEAD:src/a.ts` */
const IN_TREE = /^[^:/]*:(.+)$/su;

/** Not only the folder it runs in: `git show` and `git diff` start at the top. */
function wholeTree(dir: string, from: string | undefined): PathUse {
  return ofHistory(literalWord(spelledFrom(workTreeOf(dir) ?? dir, from)), true);
}

function spelledFrom(file: string, from: string | undefined): string {
  return from === undefined ? file : path.relative(from, file) || '.';
}

function ofHistory(word: Word, recursive: boolean): PathUse {
  return { word, value: word.value, access: 'read', via: 'operand', recursive, inGit: 'history' };
}

function mayShowFiles(rest: readonly Word[]): boolean {
  const some = (is: (value: string) => boolean): boolean => rest.some(({ value }) => is(value ?? ''));
  // An unlisted option may ask for patches (`-U` does).
  const expires = rest[0]?.value === 'reflog' && rest[1]?.value === 'expire';
  const mayShowPatches =
    !expires && some((value) => SHOWS_COMMITS.has(value)) && rest.some(({ value }) => value?.startsWith('-') !== false);
  const mayShowContent = some((value) => SHOWS_CONTENT.has(value) || PACKS_CONTENT.has(value));
  const atTimes = rest.some(({ value }) => {
    const shows = SHOWS_AT_TIMES.get(value ?? '');
    return shows !== undefined && some((word) => shows.test(word));
  });
  if (rest[0]?.value === 'stash')
    return rest.some(({ value }) => value === null || /^(?:show|-u|--p.*)$/u.test(value) || PATCH.test(value));
  return mayShowPatches || mayShowContent || atTimes;
}
