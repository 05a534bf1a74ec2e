import { literalWord, type Word } from '../parse/word.ts';
import { type FindFilter, findFilter } from './find-filter.ts';
import { FIND_ARITY } from './find-tests.ts';
import type { PathUse } from '../option-spec.ts';

/** The paths that a command run by `-exec` reads; undefined when it does more than read. */
export type ReadsOnly = (words: readonly Word[]) => readonly PathUse[] | undefined;

/** The paths that a read-only find lists, and those its command reads; undefined when any word is not in the table. */
export function quietFind(words: readonly Word[], readsOnly: ReadsOnly): PathUse[] | undefined {
  const paths: PathUse[] = [];
  let action: Action | undefined;
  let i = 0;
  for (; i < words.length; i++) {
    const word = words[i];
    const value = word?.value;
    if (word === undefined || value === null || value === undefined) return undefined;
    if (value === '-P' || value === '-H') continue;
    if (/^[-(),!]/u.test(value)) break;
    if (word.glob && /^[*?[]/u.test(word.text)) return undefined;
    const entersLinks = words.some((one) => one.value === '-H');
    paths.push({ word, value, access: 'list', via: 'operand', recursive: false, ...(entersLinks && { entersLinks }) });
  }
  const expression = words.slice(i).map(({ value }) => value);
  for (; i < words.length; i++) {
    const word = words[i];
    if (word?.value === '-exec') {
      const end = words.findIndex(({ value }, at) => at > i && (value === ';' || (value === '+' && words[at - 1]?.value === PLACE)));
      // Only the first action is described as a command of its own.
      if (end < 0 || action !== undefined) return undefined;
      if (paths.some(({ value: start }) => start !== null && !PLAIN_START.test(start))) return undefined;
      action = readAction(words.slice(i + 1, end), words[end]?.value === '+', readsOnly);
      if (action === undefined) return undefined;
      i = end;
      continue;
    }
    const arity = FIND_ARITY.get(word?.value ?? '');
    if (word === undefined || arity === undefined || word.glob) return undefined;
    for (let step = 0; step < arity; step++) {
      const operand = words[++i];
      if (operand?.value === null || operand === undefined || operand.glob) return undefined;
    }
  }
  if (action === undefined) return paths;
  if (!action.readsFound) return [...paths, ...action.others];
  const starts =
    paths.length > 0 ? paths : [{ word: literalWord('.'), value: '.', access: 'list', via: 'operand', recursive: false } as const];
  return [...action.others, ...foundFiles(starts, action.entersFound ? [] : expression)];
}

/**
 * What a command reads that is given the files a `find` finds, wherever links lead.
 * @param expression The words after its starting points, if it reads nothing but these files: not what is in folders that it is given.
 */
export function foundFiles(starts: readonly PathUse[], expression: readonly (string | null)[]): readonly PathUse[] {
  const filter = findFilter(expression);
  return starts.map((start) => ({ ...start, access: 'read', recursive: true, followsLinks: true, ...filterFrom(start.value, filter) }));
}

/** What `./x` names in a test is below the starting point `.` only. */
export function filterFrom(start: string | null, { only, skips = [] }: FindFilter): FindFilter {
  const left = start === '.' ? skips : skips.filter((skip) => !skip.startsWith('./'));
  return { ...(only !== undefined && { only }), ...(left.length > 0 && { skips: left }) };
}

interface Action {
  readonly readsFound: boolean;
  /** It also reads what is in a folder that was found. */
  readonly entersFound: boolean;
  /** Paths it accesses besides what is found. */
  readonly others: readonly PathUse[];
}

/** Programs that print the names they are given. */
const PRINTING = new Set(['echo', 'basename', 'dirname']);

/** Where `-exec` inserts a found path. It starts with a starting point, so it is never an option. */
const PLACE = '{}';

/** A found path starts with this text. `@x`, `+n`, `a=1` or `HEAD:x` would not be a file to some programs. */
const PLAIN_START = /^[\w./~][^:=]*$/u;

/** The command of the first `-exec`, with a starting point in place of the found path. */
export function firstAction(words: readonly Word[]): readonly Word[] | undefined {
  const start = words[1]?.value ?? '.';
  const rest = words.slice(words.findIndex(({ value }) => value === '-exec') + 1);
  const end = rest.findIndex(({ value }) => value === ';' || value === '+');
  const found = /^[-(),!]/u.test(start) ? '.' : start;
  return end < 1 ? undefined : rest.slice(0, end).map((word) => (word.value === PLACE ? literalWord(found) : word));
}

/** Whether a command that is given these words reads more than the files they name. */
export function entersFolders(read: readonly PathUse[], names: readonly Word[]): boolean {
  return read.some(({ word, access, recursive }) => names.includes(word) && (recursive || access !== 'read'));
}

/** What `-exec` runs; undefined when it does more than read, or doesn't treat a found path as a file. */
function readAction(words: readonly Word[], isMany: boolean, readsOnly: ReadsOnly): Action | undefined {
  const found = literalWord('./found');
  // With a plus sign any number of paths may be inserted.
  const filled = words.flatMap((word) => (word.value === PLACE ? Array.from({ length: isMany ? 3 : 1 }, () => ({ ...found })) : [word]));
  const names = filled.filter((word) => !words.includes(word));
  if (words.some((word) => word.expands || word.glob || (word.value !== PLACE && word.value?.includes(PLACE) !== false))) return undefined;
  const read = readsOnly(filled);
  if (read === undefined || names.length === 0) return undefined;
  const prints = PRINTING.has(words[0]?.value ?? '');
  if (!prints && !names.every((name) => read.some((use) => use.word === name))) return undefined;
  return { readsFound: !prints, entersFound: entersFolders(read, names), others: read.filter((use) => !names.includes(use.word)) };
}
