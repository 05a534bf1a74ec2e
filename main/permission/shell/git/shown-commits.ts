import type { ParsedUse } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';

/** Commits whose files a git command may show. */
export interface FromCommits {
  /** Their names, as written. */
  readonly revisions: readonly string[];
  /** How far back their ancestors count as well: 1 for their parents. */
  readonly generations: number;
  /** The files in the index count as well. */
  readonly index: boolean;
}

export interface NamingCommits {
  readonly subcommand: string;
  readonly use: ParsedUse;
  /** All words after the sub-command, and those of them that name commits. */
  readonly words: readonly Word[];
  readonly commits: readonly Word[];
}

/** Options that only change how files are shown, not which of them, of which commits. Others may, so they count as unknown. */
const PRESENTATION: ReadonlySet<string> = new Set(
  '-p -u --patch -s --no-patch -U --unified --raw --patch-with-raw --stat --numstat --shortstat --dirstat --summary --patch-with-stat --compact-summary -z --name-only --name-status --color-words --word-diff --word-diff-regex --color-moved --no-color-moved --no-renames --check --full-index --binary -B -M -D --find-renames -R -a --text --ignore-cr-at-eol --ignore-space-at-eol -b --ignore-space-change -w --ignore-all-space --ignore-blank-lines --inter-hunk-context -W --function-context --exit-code --quiet -q --no-ext-diff --no-textconv --src-prefix --dst-prefix --no-prefix --minimal --patience --histogram --diff-algorithm --indent-heuristic --no-indent-heuristic -c --cc -m --ignore-submodules --oneline --pretty --format --abbrev-commit --no-abbrev-commit --abbrev --date --decorate --no-decorate --no-graph --encoding --no-notes --relative-date --parents --no-color --color --mailmap --no-mailmap --use-mailmap'.split(
    ' ',
  ),
);
const IN_INDEX: ReadonlySet<string> = new Set(['--cached', '--staged']);
const COUNTS = ['-n', '--max-count'] as const;
const MAX_SHOWN = 50;

/** Options that may choose what is shown. */
export function choosingOptions({ flags }: ParsedUse): readonly string[] {
  return [...flags].filter((flag) => !PRESENTATION.has(flag));
}

/** Undefined where it isn't clear which commits it shows. */
export function commitsShown({ subcommand, use, words, commits }: NamingCommits): FromCommits | undefined {
  const named = commits.map(({ value, glob, expands, choices }) => (glob || expands || choices !== undefined ? null : value));
  const revisions = named.filter((value) => value !== null);
  if (revisions.length < named.length) return undefined;
  const others = choosingOptions(use);
  switch (subcommand) {
    case 'show':
      return others.length > 0 ? undefined : { revisions: orHead(revisions), generations: 1, index: false };
    case 'log':
      return revisions.length > 1 ? undefined : logged(orHead(revisions), others, { use, words });
    case 'stash':
      // The newest, which is one commit. Its parents are what was changed, the index and what git didn't track.
      return others.length > 0 ? undefined : { revisions: ['refs/stash'], generations: 1, index: false };
    case 'diff':
      return compared(revisions, others);
    default:
      return undefined;
  }
}

const orHead = (revisions: readonly string[]): readonly string[] => (revisions.length === 0 ? ['HEAD'] : revisions);

/**
 * Each commit it shows comes after one of its children, so the first of them are no further away than their number. Each is compared with its
 * parents.
 */
function logged(revisions: readonly string[], others: readonly string[], { use, words }: Pick<NamingCommits, 'use' | 'words'>) {
  if (others.length === 0) return { revisions, generations: Infinity, index: false };
  const ends = words.findIndex(({ value }) => value === '--');
  const numbers = words.slice(0, ends < 0 ? words.length : ends).flatMap(({ value }) => /^-(\d+)$/u.exec(value ?? '')?.[1] ?? []);
  const counts = [...(use.flags.has('-NUM') ? numbers : []), ...COUNTS.flatMap((name) => use.values.get(name) ?? [])];
  const [count = ''] = counts;
  const isClear = others.length === 1 && counts.length === 1 && (use.flags.has('-NUM') || COUNTS.some((name) => use.flags.has(name)));
  const isNumber = /^\d{1,4}$/u.test(count) && Number(count) <= MAX_SHOWN;
  return isClear && isNumber ? { revisions, generations: Number(count), index: false } : undefined;
}

/** Without a commit and an option it compares the work tree with the index, which isn't about commits. */
function compared(words: readonly string[], others: readonly string[]): FromCommits | undefined {
  const withIndex = others.length > 0;
  if (others.some((flag) => !IN_INDEX.has(flag)) || (words.length === 0 && !withIndex)) return undefined;
  const sides = words.map(
    (word) =>
      /^(.*?)\.\.(?!\.)(.*)$/su
        .exec(word)
        ?.slice(1)
        .map((side) => side || 'HEAD') ?? [word],
  );
  return { revisions: orHead(sides.flat()), generations: 0, index: withIndex || sides.flat().length === 1 };
}
