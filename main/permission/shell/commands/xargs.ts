import path from 'node:path';
import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { hasPlainNamesBelow } from '../../paths/plain-names-below.ts';
import { realPath } from '../../paths/real-path.ts';
import { readOnlyPaths } from '../command-effects.ts';
import type { EffectsContext } from '../effects-context.ts';
import type { RawCommand, Stage } from '../parse/raw-command.ts';
import { entersFolders, foundFiles, quietFind, type ReadsOnly } from './find.ts';

export interface XargsReading {
  readonly paths: readonly PathUse[];
  /** The command it runs. */
  readonly inner: readonly Word[];
  /** Folders whose names are passed on split at blanks and quotes; empty when they are passed whole. */
  readonly cutNamesOf: readonly PathUse[];
}

/** They print any words, including their own options (coreutils manual). */
const PRINTS_ANYTHING: ReadonlySet<string> = new Set(['echo', 'basename', 'dirname']);

/**
 * What an `xargs` reads if it does nothing else: it prints its input, or passes names found by `find` to a read-only command. Those names
 * start with a starting point, so none is an option.
 *
 * @param rest The words after `xargs`.
 * @param feed The earlier stages, first to last; undefined when their output isn't known.
 */
export function xargsReading(rest: readonly Word[], feed: readonly Stage[] | undefined, readsOnly: ReadsOnly): XargsReading | undefined {
  if (rest.some((word) => word.value === null || word.expands || word.glob || word.tilde)) return undefined;
  const options = readOptions(rest);
  if (options === undefined) return undefined;
  const words = rest.slice(options.end);
  const inner = words.length === 0 ? [literalWord('echo')] : words;
  // It would run its input.
  if (options.placeholder !== undefined && inner[0]?.value?.includes(options.placeholder) === true) return undefined;
  if (PRINTS_ANYTHING.has(inner[0]?.value ?? '')) return { paths: [], inner, cutNamesOf: [] };
  const found = foundNames(feed, options.isWhole);
  const filled = found === undefined ? undefined : withNames(inner, options.placeholder);
  if (found === undefined || filled === undefined) return undefined;
  const read = readsOnly(filled.words);
  // Without a name it may run as well, and then reads its folder or its input.
  const alone = readsOnly(filled.words.filter((word) => !filled.names.includes(word)));
  if (read === undefined || alone === undefined || !filled.names.every((name) => read.some((use) => use.word === name))) return undefined;
  const others = [...read, ...alone].filter((use) => !filled.names.includes(use.word));
  const files = foundFiles(found.starts, entersFolders(read, filled.names) ? [] : found.expression);
  return { paths: [...others, ...files], inner, cutNamesOf: options.isWhole ? [] : files };
}

interface Options {
  /** Where the command starts. */
  readonly end: number;
  /** Names end with a NUL, so that blanks and quotes in them are literal. */
  readonly isWhole: boolean;
  /** The placeholder that each name replaces. */
  readonly placeholder: string | undefined;
}

/** Options with the same meaning in GNU and BSD: how many names at a time, how they are separated, what they replace. */
function readOptions(rest: readonly Word[]): Options | undefined {
  let isWhole = false;
  let placeholder: string | undefined;
  let end = 0;
  for (; end < rest.length; end++) {
    const value = rest[end]?.value ?? '';
    if (!value.startsWith('-')) break;
    const joined = /^-(?:[nLPs]\d+|I(.+))$/u.exec(value);
    if (value === '-0' || value === '--null') isWhole = true;
    else if (joined !== null) placeholder = joined[1] ?? placeholder;
    else if (value === '-I') placeholder = rest[++end]?.value ?? '';
    else if (/^-[nLPs]$/u.test(value) && /^\d+$/u.test(rest[end + 1]?.value ?? '')) end++;
    else if (!/^(?:-[rtx]|-0r|-r0|--no-run-if-empty)$/u.test(value)) return undefined;
    if (/^-(?:0r|r0)$/u.test(value)) isWhole = true;
  }
  return placeholder === '' ? undefined : { end, isWhole, placeholder };
}

interface Found {
  readonly starts: readonly PathUse[];
  readonly expression: readonly (string | null)[];
}

/** The starting points and tests of `find` in the first stage, if only whole lines of its output reach `xargs`. */
function foundNames(feed: readonly Stage[] | undefined, isWhole: boolean): Found | undefined {
  const [first, ...filters] = feed ?? [];
  if (first?.[0]?.value !== 'find' || first.some((word) => word.expands || word.glob || word.tilde)) return undefined;
  const words = first.slice(1);
  // They print something else, or run a command.
  if (words.some(({ value }) => /^(?:-printf|-ls|-exec|-D|--?help|--?version)$/u.test(value ?? ''))) return undefined;
  if (words.some(({ value }) => value === '-print0') !== isWhole) return undefined;
  if (isWhole ? filters.length > 0 : !filters.every(keepsLines)) return undefined;
  const starts = quietFind(words, () => undefined);
  if (starts === undefined) return undefined;
  const expression = words.map(({ value }) => value).slice(words.findIndex(({ value }) => /^(?!-[PH]$)[-(),!]/u.test(value ?? '')));
  const here = { word: literalWord('.'), value: '.', access: 'list', via: 'operand', recursive: false } as const;
  return { starts: starts.length === 0 ? [here] : starts, expression };
}

/** Programs that pass on whole lines, in the forms that do. */
const FILTERS: ReadonlyMap<string, RegExp> = new Map([
  ['grep', /^(?:-[viwxEFGP]+ )*(?:-[viwxEFGP]*e \S+|(?!-)\S+)$/u],
  ['head', /^(?:-\d+|-n ?\d+)?$/u],
  ['tail', /^(?:-\d+|-n ?\+?\d+)?$/u],
  ['sort', /^(?:-[urfnV]+ ?)*$/u],
  ['uniq', /^$/u],
]);

function keepsLines([program, ...rest]: Stage): boolean {
  const isKnown = [program, ...rest].every((word) => word?.value != null && !word.expands && !word.glob);
  // A pattern with blanks is still one word.
  const text = rest.map(({ value }) => (value ?? '').replace(/\s/gu, '_')).join(' ');
  return isKnown && FILTERS.get(program?.value ?? '')?.test(text) === true;
}

interface Filled {
  readonly words: readonly Word[];
  readonly names: readonly Word[];
}

/** The command with found names in it: any number at the end, or one for each placeholder. */
function withNames(inner: readonly Word[], placeholder: string | undefined): Filled | undefined {
  const name = (): Word => ({ ...literalWord('./found') });
  if (placeholder === undefined) {
    const names = [name(), name(), name()];
    return { words: [...inner, ...names], names };
  }
  if (inner.some(({ value }) => value !== placeholder && value?.includes(placeholder) === true)) return undefined;
  const words = inner.map((word) => (word.value === placeholder ? name() : word));
  const places = words.filter((word) => !inner.includes(word));
  return places.length === 0 ? undefined : { words, names: places };
}

/** What an `xargs` reads if it does nothing else; undefined for any other command. */
export function xargsEffects({ words, feed, redirects }: RawCommand, context: EffectsContext): XargsReading | undefined {
  if (words[0]?.value !== 'xargs' || redirects.some(({ operator }) => operator !== '>')) return undefined;
  const reading = xargsReading(words.slice(1), feed, ([first, ...rest]) =>
    first === undefined || /^(?:find|for|\[\[|xargs)$/u.test(first.value ?? '')
      ? undefined
      : readOnlyPaths(first.value ?? '', rest, context),
  );
  if (reading === undefined || (reading.cutNamesOf.length > 0 && (context.uncertain || context.others.length > 0))) return undefined;
  const isWhole = reading.cutNamesOf.every(({ value, skips }) => {
    const folder = value === null ? undefined : realPath(path.resolve(context.dir, value));
    return value !== null && folder !== undefined && hasPlainNamesBelow(value, folder, { skips });
  });
  return isWhole ? reading : undefined;
}
