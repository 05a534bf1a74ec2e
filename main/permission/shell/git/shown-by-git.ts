import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { SHOWS_COMMITS, SHOWS_CONTENT } from './git-read-only.ts';

/** Sub-commands that output file content in another form, or give it another name. */
const PACKS_CONTENT: ReadonlySet<string> = new Set(
  'archive bundle checkout-index difftool fast-export format-patch merge-tree mktree replace unpack-file'.split(' '),
);

const PATCH = /^(?:-[a-zA-Z]*[pi]|--patch|--interactive)$/u;

/** Options and verbs with which other sub-commands do. */
const SHOWS_AT_TIMES: ReadonlyMap<string, RegExp> = new Map([
  ...['add', 'checkout', 'reset', 'restore', 'stash'].map((name) => [name, PATCH] as const),
  ['commit', /^(?:-[a-zA-Z]*[pv][a-zA-Z]*|--patch|--interactive|--verbose)$/u],
  ['status', /^(?:-[a-zA-Z]*v[a-zA-Z]*|--verbose)$/u],
  ...['rebase', 'am'].map((name) => [name, /^--show-current-patch/u] as const),
  ['rerere', /^diff$/u],
  ['fsck', /^--lost-found$/u],
  // These take the content of any object, by its hash.
  ['notes', /^(?:-[a-zA-Z]*[cC].*|--re.*)$/u],
  ['update-index', /^--(?:cacheinfo|index-info)/u],
  ['read-tree', /^--prefix/u],
  ...['for-each-ref', 'tag', 'branch'].map((name) => [name, /%\(raw/u] as const),
]);

/** A git command that shows file content may show any file, unless its form is fully understood. */
export function shownByGit(program: string, rest: readonly Word[]): PathUse[] {
  if (program !== 'git' || !mayShowFiles(rest)) return [];
  return [{ word: literalWord('.'), value: '.', access: 'mention', via: 'operand', recursive: true }];
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
