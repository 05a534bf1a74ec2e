import { inSameShell } from './same-shell.ts';
import type { Word } from './word.ts';

/** What a builtin's words may assign. */
export interface Assigned {
  /** Every name in them that may be one of a variable: of its own, of an element (`a[0]`), behind an option (`-aNAME`), in an expression. */
  readonly names: readonly string[];
  /** Values of variables are evaluated as expressions, which may assign any other: `[[ v -eq 5 ]]`, `read 'a[v]'`. */
  readonly others: boolean;
}

const NOTHING: Assigned = { names: [], others: false };

/** The variables that a command may assign by its words, if it is a builtin that does. What is known only at run time is not among them. */
export function assignedBy(words: readonly Word[]): Assigned {
  const [first, ...rest] = inSameShell(words);
  const program = first?.value ?? '';
  if (DECLARING.has(program)) return declared(rest.flatMap(textsOf));
  if (program === 'let') return evaluates(rest);
  if (program === '[[' || program === 'test' || program === '[') return evaluates(evaluated(program, rest));
  if (program === 'printf') return printed(rest);
  return NAMING.has(program) ? namedIn(rest.flatMap(textsOf).filter((text) => !/\s/u.test(text) || text.includes('['))) : NOTHING;
}

/** Builtins that give variables attributes, and values: `NAME=value`. */
export const DECLARING: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Builtins whose words name the variables that they assign or remove. */
const NAMING: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts', 'unset', 'wait']);

/** POSIX: what stands before one of these is assigned for good. Bash does so in its POSIX mode only. */
export const SPECIAL: ReadonlySet<string> = new Set(
  ': . break continue eval exec exit export readonly return set shift source times trap unset'.split(' '),
);

/** The value after the `=` is evaluated only in a list: `declare -a 'a=([i=5]=x)'`. */
function declared(texts: readonly string[]): Assigned {
  const isTable = texts.some((text) => /^-\w*A/u.test(text));
  const isEvaluated = texts.some((text) => /^-\w*[ain]/u.test(text));
  return namedIn(
    texts.map((text) => {
      const isList = isEvaluated || (!isTable && /^\w*\+?=\(/u.test(text));
      return isList ? text : (/^[^[=]*(?:\[.*\])?/su.exec(text.replace(/=\(.*/su, ''))?.[0] ?? '');
    }),
  );
}

/**
 * Behind `command`, or with its name in quotes, a builtin's words are split like those of any command: `command export a=$b` assigns further
 * variables that the value of `b` names.
 */
export function splitsValue(words: readonly Word[]): boolean {
  const [first, ...rest] = inSameShell(words);
  if (!DECLARING.has(first?.value ?? '')) return false;
  return rest.some((word) => word.value === null && word.mayResplit && !word.inherited && /^[A-Za-z_]\w*\+?=/u.test(word.text));
}

/** `printf -v NAME`, `printf -vNAME`, and `%n`, which stores a number. */
function printed(rest: readonly Word[]): Assigned {
  if (rest[0]?.value?.startsWith('-v') === true) return namedIn(rest.slice(0, 2).flatMap(textsOf));
  return mayStoreCount(rest) ? namedIn(rest.flatMap(textsOf)) : NOTHING;
}

/** Whether a format of `printf` may contain `%n`, which takes a name from the words behind it. */
export function mayStoreCount(rest: readonly Word[]): boolean {
  const [format, ...given] = rest[0]?.value === '--' ? rest.slice(1) : rest;
  if (format === undefined || given.length === 0) return false;
  return format.value === null || format.glob || /%[-+ #0-9.*'hlLqjzt]*n/u.test(format.value);
}

/** The operands that a test evaluates as an expression, or whose index it evaluates. */
export function evaluated(program: string, rest: readonly Word[]): Word[] {
  return rest.filter((word, at) => {
    const [before, after] = [rest[at - 1]?.value ?? '', rest[at + 1]?.value ?? ''];
    if (/^-[vR]$/u.test(before)) return textsOf(word).some((text) => text.includes('['));
    if (program !== '[[' || !(NUMERIC.test(before) || NUMERIC.test(after))) return false;
    return (word.value !== null || word.choices !== undefined) && !textsOf(word).every((text) => /^[-+]?\d+$/u.test(text));
  });
}

const NUMERIC = /^-(?:eq|ne|lt|le|gt|ge)$/u;

/** What a word may be: the values of a loop are known. */
function textsOf({ value, text, choices }: Word): string[] {
  if (value !== null) return [value];
  return choices === undefined ? [text.replaceAll(/["'\\]/gu, '')] : choices.map((one) => one.value ?? one.text);
}

const namedIn = (texts: readonly string[]): Assigned => ({
  names: texts.flatMap(namesOf),
  others: texts.some((text) => /\[[^\]]*[A-Za-z_]/u.test(text)),
});

/** Behind a dash any rest of it may be a name: `-raNAME`. */
function namesOf(text: string): string[] {
  const [first = '', ...others] = text.match(/[A-Za-z_]\w*/gu) ?? [];
  const ends = text.startsWith('-') ? Array.from(first, (_, at) => first.slice(at)) : [first];
  return [...ends, ...others].filter((name) => name !== '');
}

/** Expressions. More in them than numbers and variables that they assign is the values of variables. */
function evaluates(words: readonly Word[]): Assigned {
  const texts = words.flatMap(textsOf);
  const usesValue = (text: string): boolean => /[A-Za-z_]/u.test(text.replaceAll(/\b[A-Za-z_]\w*\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/gu, ''));
  return { names: texts.flatMap(namesOf), others: texts.some(usesValue) };
}
