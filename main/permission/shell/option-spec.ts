import type { PathAccess, PathVia } from '#shared/permission/facts.ts';
import { type GlobSight, startsOpen } from './glob-sight.ts';
import type { Word } from './parse/word.ts';

/**
 * Options and operands a command may have, as one line of text:
 * `-a` a flag, `-n:` takes a value, `-f:read` a value that is a file it reads, `-NUM` a number such as `head -5`,
 * `--long`, `--long=` with a value (joined or the next word), `--long[=]` with an optional joined value, `--long::` with the next two words.
 * Abbreviated long options are never accepted.
 */
export interface OptionSpec {
  readonly options: string;
  readonly operands: OperandKind;
  /** Options that give the pattern, so that no operand is one (`grep -e`). */
  readonly patternOptions?: readonly string[];
  /** Options that make the command read operands recursively. */
  readonly recursiveOptions?: readonly string[];
  /** Operands are always read recursively. */
  readonly recursive?: boolean;
  /** Links below a folder are followed, depending on the options. */
  readonly followsLinks?: (flags: ReadonlySet<string>) => boolean;
  /** For a link to a folder on the line, lists the folder's content. */
  readonly entersLinks?: (flags: ReadonlySet<string>) => boolean;
  /** Without a path it reads its working directory, recursively or not. */
  readonly defaultsToHere?: 'list' | 'recursive' | undefined;
  /** An option could write or run something, so no unquoted glob may expand to one, whatever files exist now. */
  readonly globUnsafe?: boolean;
  /** Flags whose value is the rest of the word. `all`: each word is a single option, and flags can't be joined. */
  readonly unclustered?: readonly string[] | 'all';
  /** A value is always a separate word: letters after an option are further options. */
  readonly separateValues?: boolean;
  /** Everything after the first operand is an operand, even if it looks like an option. */
  readonly stopsAtOperand?: boolean;
  /** Start of a word that is no plain operand or value: `@` where `@file` stands for the words in that file, `+` where `+n` undoes `-n`. */
  readonly opener?: '@' | '+';
  /** Options that the BSD program of the same name interprets differently, in the format of `options`. */
  readonly bsd?: string;
  readonly maxOperands?: number;
  readonly minOperands?: number;
  /** Which files below a folder the words choose. */
  readonly filter?: (words: readonly Word[], use: ParsedUse) => Pick<PathUse, 'only' | 'skips'>;
  /** A final check of the parsed words; false rejects them. */
  readonly check?: (use: ParsedUse) => boolean;
}

export type OperandKind = 'none' | 'text' | 'read' | 'list' | 'pattern' | 'write' | 'delete' | 'copy' | 'move';

export interface PathUse {
  readonly word: Word;
  /** The part of the word that is the path (`--file=x` gives `x`). */
  readonly value: string | null;
  readonly access: PathAccess;
  readonly via: PathVia;
  readonly recursive: boolean;
  /** A search that skips hidden names. */
  readonly skipsHidden?: boolean;
  /** Patterns of hidden names that are read even so. */
  readonly shows?: readonly string[];
  /** Of what is below it, only files with such names; see `PathFact`. */
  readonly only?: readonly string[];
  /** Names of folders below it that are left out. */
  readonly skips?: readonly string[];
  /** What git shows of it: files in its index, or any that the repository ever had. Otherwise it is the files on disk. */
  readonly inGit?: 'index' | 'history';
  /** Gives the paths of these files; `undefined` where they can't be told. */
  readonly files?: (() => readonly string[] | undefined) | undefined;
  /** Whether what is a file on disk is, or may be, a folder in what git shows. */
  readonly wasFolder?: () => boolean;
  /** Targets of links below it count as well. */
  readonly followsLinks?: boolean;
  /** A link to a folder means the folder's content. */
  readonly entersLinks?: boolean;
  /** What is written below it has names that an archive, a patch or another machine gives. */
  readonly namedByData?: boolean;
}

export interface ParsedUse {
  readonly flags: ReadonlySet<string>;
  /** All values of an option, in order. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operands: readonly Word[];
  readonly paths: readonly PathUse[];
}

interface Option {
  readonly value: 'never' | 'needed' | 'joined' | 'two';
  readonly access: PathAccess | undefined;
}

interface CompiledSpec {
  readonly options: ReadonlyMap<string, Option>;
  readonly number: boolean;
}

const compiled = new WeakMap<OptionSpec, CompiledSpec>();

function compile(spec: OptionSpec): CompiledSpec {
  const known = compiled.get(spec);
  if (known !== undefined) return known;
  const options = new Map<string, Option>();
  for (const token of spec.options.split(/\s+/u)) {
    const match = /^(--?[^:=[]+)(\[=\]|::|[:=])?(read|list|write)?$/u.exec(token);
    const name = match?.[1];
    if (name === undefined) continue;
    const mark = match?.[2];
    const access = match?.[3];
    options.set(name, {
      value: mark === undefined ? 'never' : mark === '[=]' ? 'joined' : mark === '::' ? 'two' : 'needed',
      access: access === 'read' || access === 'list' || access === 'write' ? access : undefined,
    });
  }
  const result = { options, number: spec.options.includes('-NUM') };
  compiled.set(spec, result);
  return result;
}

/** Parses the words after the program name. Undefined unless every word is understood and in the spec. */
export function parseUse(words: readonly Word[], spec: OptionSpec, globs: GlobSight): ParsedUse | undefined {
  const { options, number } = compile(spec);
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const operands: Word[] = [];
  const optionPaths: PathUse[] = [];
  let isComputed = false;
  let rest = false;
  const take = (name: string, option: Option, word: Word, value: string | null): boolean => {
    if (spec.opener !== undefined && (value === null || value.startsWith(spec.opener))) return false;
    flags.add(name);
    if (value === null && spec.globUnsafe === true) return false;
    if (value === null) isComputed = true;
    if (value !== null) values.set(name, [...(values.get(name) ?? []), value]);
    if (option.access !== undefined) {
      if ((value === null && !word.expands) || (word.glob && value !== word.value)) return false;
      optionPaths.push({ word, value, access: option.access, via: 'option', recursive: false });
    }
    return value !== null || word.harmlessExpansion;
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) return undefined;
    const value = word.value;
    if (value === null || rest || value === '-' || !value.startsWith('-')) {
      if (value === null && word.text.startsWith('-')) return undefined;
      if (spec.opener !== undefined && globs.mayBegin(word, spec.opener)) return undefined;
      if (
        !rest &&
        (globs.makesOption(word) || (spec.globUnsafe === true && choicesOf(word).some((choice) => choice.glob && startsOpen(choice))))
      )
        return undefined;
      operands.push(word);
      if (spec.stopsAtOperand === true) rest = true;
      continue;
    }
    if (word.glob && !/^--[a-z-]+=/u.test(word.text)) return undefined;
    if (value === '--') {
      rest = true;
      continue;
    }
    if (number && /^-\d+$/u.test(value)) {
      flags.add('-NUM');
      continue;
    }
    const consumed =
      options.get(value)?.value === 'two' ? readTwo(value, words.slice(i + 1, i + 3)) : readOption(value, word, words[i + 1]);
    if (consumed === undefined) return undefined;
    i += consumed;
  }
  // A glob may be several operands.
  if (spec.maxOperands !== undefined && operands.some((word) => word.glob)) return undefined;
  if (spec.operands === 'pattern' && !hasPattern(spec, flags) && operands[0] !== undefined && globs.expands(operands[0])) return undefined;
  // The check wouldn't see a value known only at run time.
  if (spec.check !== undefined && isComputed) return undefined;
  return finish(spec, flags, values, operands, optionPaths);

  function readOption(value: string, word: Word, next: Word | undefined): number | undefined {
    return value.startsWith('--') ? readLong(value, word, next) : readShort(value, word, next);
  }

  function readTwo(name: string, next: readonly Word[]): number | undefined {
    flags.add(name);
    return next.length === 2 && next.every((word) => !word.glob && (word.value !== null || word.harmlessExpansion)) ? 2 : undefined;
  }

  function readLong(value: string, word: Word, next: Word | undefined): number | undefined {
    const at = value.indexOf('=');
    const name = at < 0 ? value : value.slice(0, at);
    const option = options.get(name);
    if (option === undefined) return undefined;
    if (at >= 0) return option.value !== 'never' && take(name, option, word, value.slice(at + 1)) ? 0 : undefined;
    if (option.value !== 'needed') {
      flags.add(name);
      return 0;
    }
    return next !== undefined && !next.glob && take(name, option, next, next.value) ? 1 : undefined;
  }

  function readShort(value: string, word: Word, next: Word | undefined): number | undefined {
    const whole = options.get(value);
    if (whole !== undefined && value.length > 2) {
      if (whole.value === 'never') {
        flags.add(value);
        return 0;
      }
      return next !== undefined && !next.glob && take(value, whole, next, next.value) ? 1 : undefined;
    }
    for (let at = 1; at < value.length; at++) {
      const name = `-${value[at] ?? ''}`;
      const option = options.get(name);
      if (option === undefined) return undefined;
      if (option.value === 'never') {
        if ((spec.unclustered === 'all' || spec.unclustered?.includes(name) === true) && value.length > 2) return undefined;
        flags.add(name);
        continue;
      }
      const attached = value.slice(at + 1);
      if (attached !== '' && spec.separateValues === true) return undefined;
      // Some programs don't strip the sign: `-f=x` is the file `x` or `=x`.
      if (option.access !== undefined && attached.startsWith('=')) return undefined;
      if (attached !== '') return take(name, option, word, attached) ? 0 : undefined;
      if (option.value === 'joined') {
        flags.add(name);
        return 0;
      }
      return next !== undefined && !next.glob && take(name, option, next, next.value) ? 1 : undefined;
    }
    return 0;
  }
}

function finish(
  spec: OptionSpec,
  flags: ReadonlySet<string>,
  values: ReadonlyMap<string, readonly string[]>,
  operands: readonly Word[],
  optionPaths: readonly PathUse[],
): ParsedUse | undefined {
  if (operands.length > (spec.maxOperands ?? Infinity) || operands.length < (spec.minOperands ?? 0)) return undefined;
  const recursive = spec.recursive === true || (spec.recursiveOptions ?? []).some((name) => flags.has(name));
  const paths = operandPaths(spec, flags, operands, recursive);
  if (paths === undefined) return undefined;
  const use = { flags, values, operands, paths: [...optionPaths, ...paths] };
  return spec.check === undefined || spec.check(use) ? use : undefined;
}

/** The possible values of a word. */
export function choicesOf(word: Word): readonly Word[] {
  return word.choices ?? [word];
}

function hasPattern(spec: OptionSpec, flags: ReadonlySet<string>): boolean {
  return (spec.patternOptions ?? []).some((name) => flags.has(name));
}

function operandPaths(spec: OptionSpec, flags: ReadonlySet<string>, operands: readonly Word[], recursive: boolean): PathUse[] | undefined {
  const followsLinks = spec.followsLinks?.(flags) === true;
  const entersLinks = spec.entersLinks?.(flags) === true;
  const as = (words: readonly Word[], access: PathAccess): PathUse[] =>
    words
      .flatMap(choicesOf)
      .filter((word) => word.value !== '-')
      .map((word) => ({
        word,
        value: word.value,
        access,
        via: 'operand',
        recursive,
        ...(followsLinks && { followsLinks }),
        ...(entersLinks && { entersLinks }),
      }));
  switch (spec.operands) {
    case 'none':
      return operands.length === 0 ? [] : undefined;
    case 'text':
      return operands.every((word) => word.value !== null || word.harmlessExpansion) ? [] : undefined;
    case 'pattern': {
      const given = hasPattern(spec, flags);
      const first = operands[0];
      if (!given && (first === undefined || (first.value === null && !first.harmlessExpansion))) return undefined;
      return as(given ? operands : operands.slice(1), 'read');
    }
    case 'read':
      return as(operands, 'read');
    case 'list':
    case 'write':
    case 'delete':
      return as(operands, spec.operands);
    case 'copy':
    case 'move': {
      if (operands.length < 2) return undefined;
      const sources = as(operands.slice(0, -1), 'read').map((use) => ({ ...use, recursive: true }));
      const removed = spec.operands === 'move' ? as(operands.slice(0, -1), 'delete').map((use) => ({ ...use, recursive: true })) : [];
      return [...sources, ...removed, ...as(operands.slice(-1), 'write')];
    }
  }
}
