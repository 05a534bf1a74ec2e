import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../word.ts';
import { quietFind, type ReadsOnly } from './find.ts';

/** A stage of a pipeline before the one that is looked at, with nothing opened but the null device for its errors. */
export type Stage = readonly Word[];

export interface XargsReading {
  readonly paths: readonly PathUse[];
  /** The command that it runs. */
  readonly inner: readonly Word[];
  /** Folders whose names reach it, each cut at blanks and quotes; empty where they come whole. */
  readonly cutNamesOf: readonly Word[];
}

/** They print whatever words they get, options of theirs included (coreutils manual). */
const PRINTS_ANYTHING: ReadonlySet<string> = new Set(['echo', 'basename', 'dirname']);

/**
 * What an `xargs` reads that does nothing else: one that prints what it gets, or that hands a reading command the names that `find` found.
 * Those begin with a starting point, so that none of them is an option.
 *
 * @param rest The words behind `xargs`.
 * @param feed The stages before it, first to last; undefined where what they print isn't clear.
 */
export function xargsReading(rest: readonly Word[], feed: readonly Stage[] | undefined, readsOnly: ReadsOnly): XargsReading | undefined {
  if (rest.some((word) => word.value === null || word.expands || word.glob || word.tilde)) return undefined;
  const options = readOptions(rest);
  if (options === undefined) return undefined;
  const words = rest.slice(options.end);
  const inner = words.length === 0 ? [literalWord('echo')] : words;
  // It would run what it gets.
  if (options.place !== undefined && inner[0]?.value?.includes(options.place) === true) return undefined;
  if (PRINTS_ANYTHING.has(inner[0]?.value ?? '')) return { paths: [], inner, cutNamesOf: [] };
  const found = foundNames(feed, options.isWhole);
  const filled = found === undefined ? undefined : withPlaces(inner, options.place);
  if (found === undefined || filled === undefined) return undefined;
  const read = readsOnly(filled.words);
  // Without a name it may run as well, and then reads the folder it stands in, or its input.
  const alone = readsOnly(filled.words.filter((word) => !filled.places.includes(word)));
  if (read === undefined || alone === undefined || !filled.places.every((place) => read.some((use) => use.word === place)))
    return undefined;
  const others = [...read, ...alone].filter((use) => !filled.places.includes(use.word));
  const starts = found.map((start): PathUse => ({ ...start, access: 'read', recursive: true, followsLinks: true }));
  return { paths: [...others, ...starts], inner, cutNamesOf: options.isWhole ? [] : found.map(({ word }) => word) };
}

interface Options {
  /** Where the command begins. */
  readonly end: number;
  /** Names are ended by a NUL, so that blanks and quotes in them mean nothing. */
  readonly isWhole: boolean;
  /** What each name is put in the place of. */
  readonly place: string | undefined;
}

/** The same to GNU and BSD: how many names at a time, how they are ended, what they are put for. */
function readOptions(rest: readonly Word[]): Options | undefined {
  let isWhole = false;
  let place: string | undefined;
  let end = 0;
  for (; end < rest.length; end++) {
    const value = rest[end]?.value ?? '';
    if (!value.startsWith('-')) break;
    const joined = /^-(?:[nLPs]\d+|I(.+))$/u.exec(value);
    if (value === '-0' || value === '--null') isWhole = true;
    else if (joined !== null) place = joined[1] ?? place;
    else if (value === '-I') place = rest[++end]?.value ?? '';
    else if (/^-[nLPs]$/u.test(value) && /^\d+$/u.test(rest[end + 1]?.value ?? '')) end++;
    else if (!/^(?:-[rtx]|-0r|-r0|--no-run-if-empty)$/u.test(value)) return undefined;
    if (/^-(?:0r|r0)$/u.test(value)) isWhole = true;
  }
  return place === '' ? undefined : { end, isWhole, place };
}

/** Where `find` starts in the first stage, where all that reaches the last one are lines of it, whole. */
function foundNames(feed: readonly Stage[] | undefined, isWhole: boolean): readonly PathUse[] | undefined {
  const [first, ...filters] = feed ?? [];
  if (first?.[0]?.value !== 'find' || first.some((word) => word.expands || word.glob || word.tilde)) return undefined;
  const words = first.slice(1);
  // They print something else, or run a command.
  if (words.some(({ value }) => /^(?:-printf|-ls|-exec|-D|--?help|--?version)$/u.test(value ?? ''))) return undefined;
  if (words.some(({ value }) => value === '-print0') !== isWhole) return undefined;
  if (isWhole ? filters.length > 0 : !filters.every(keepsLines)) return undefined;
  const starts = quietFind(words, () => undefined);
  return starts?.length === 0 ? [{ word: literalWord('.'), value: '.', access: 'list', via: 'operand', recursive: false }] : starts;
}

/** Programs that let whole lines through, in the forms that do. */
const FILTERS: ReadonlyMap<string, RegExp> = new Map([
  ['grep', /^(?:-[viwxEFGP]+ )*(?:-[viwxEFGP]*e \S+|(?!-)\S+)$/u],
  ['head', /^(?:-\d+|-n ?\d+)?$/u],
  ['tail', /^(?:-\d+|-n ?\+?\d+)?$/u],
  ['sort', /^(?:-[urfnV]+ ?)*$/u],
  ['uniq', /^$/u],
]);

function keepsLines([program, ...rest]: Stage): boolean {
  const isKnown = [program, ...rest].every((word) => word?.value != null && !word.expands && !word.glob);
  // A pattern with blanks is one word all the same.
  const text = rest.map(({ value }) => (value ?? '').replace(/\s/gu, '_')).join(' ');
  return isKnown && FILTERS.get(program?.value ?? '')?.test(text) === true;
}

interface Filled {
  readonly words: readonly Word[];
  readonly places: readonly Word[];
}

/** The command with names of what was found in it: any number behind it, or one in each place for it. */
function withPlaces(inner: readonly Word[], place: string | undefined): Filled | undefined {
  const name = (): Word => ({ ...literalWord('./found') });
  if (place === undefined) {
    const places = [name(), name(), name()];
    return { words: [...inner, ...places], places };
  }
  if (inner.some(({ value }) => value !== place && value?.includes(place) === true)) return undefined;
  const words = inner.map((word) => (word.value === place ? name() : word));
  const places = words.filter((word) => !inner.includes(word));
  return places.length === 0 ? undefined : { words, places };
}
