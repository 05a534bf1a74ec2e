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
  if (DECLARING.has(program)) return declared(rest);
  if (program === 'let') return { names: rest.flatMap(namesIn), others: rest.some(usesValues) };
  if (program === '[[' || program === 'test' || program === '[') {
    const operands = evaluated(program, rest);
    return { names: operands.flatMap(namesIn), others: operands.some(usesValues) };
  }
  if (program === 'printf') return printed(rest);
  if (!NAMING.has(program)) return NOTHING;
  const named = rest.filter((word) => !/\s/u.test(textOf(word)) || textOf(word).includes('['));
  return { names: named.flatMap(namesIn), others: named.some(hasNameInIndex) };
}

/** Builtins that give variables attributes, and values: `NAME=value`. */
export const DECLARING: ReadonlySet<string> = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Builtins whose words name the variables that they assign or remove. */
const NAMING: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray', 'getopts', 'unset', 'wait']);

/** The value after the `=` is evaluated only in a list: `declare -a 'a=([i=5]=x)'`. */
function declared(rest: readonly Word[]): Assigned {
  const evaluates = rest.some(({ value }) => /^-\w*[aAin]/u.test(value ?? ''));
  const parts = rest.map((word) => {
    const text = textOf(word);
    return evaluates || /^\w*\+?=\(/u.test(text) ? text : (/^[^[=]*(?:\[.*\])?/su.exec(text)?.[0] ?? '');
  });
  return { names: parts.flatMap(namesOf), others: parts.some((text) => /\[[^\]]*[A-Za-z_]/u.test(text)) };
}

/** `printf -v NAME`, `printf -vNAME`, and `%n`, which stores a number. */
function printed(rest: readonly Word[]): Assigned {
  const [first] = rest;
  if (first?.value?.startsWith('-v') === true) {
    const named = rest.slice(0, 2);
    return { names: named.flatMap(namesIn), others: named.some(hasNameInIndex) };
  }
  return mayStoreCount(rest) ? { names: rest.flatMap(namesIn), others: rest.some(hasNameInIndex) } : NOTHING;
}

/** Whether a format of `printf` may contain `%n`. */
export function mayStoreCount(rest: readonly Word[]): boolean {
  const format = rest[0]?.value === '--' ? rest[1] : rest[0];
  return format !== undefined && (format.value === null || format.glob || /%[-+ #0-9.*'hlLqjzt]*n/u.test(format.value));
}

/** The operands that a test evaluates as an expression, or whose index it evaluates. */
export function evaluated(program: string, rest: readonly Word[]): Word[] {
  return rest.filter((word, at) => {
    const [before, after] = [rest[at - 1]?.value ?? '', rest[at + 1]?.value ?? ''];
    if (/^-[vR]$/u.test(before)) return textOf(word).includes('[');
    if (program !== '[[' || !(NUMERIC.test(before) || NUMERIC.test(after))) return false;
    return word.value !== null && !/^[-+]?\d+$/u.test(word.value);
  });
}

const NUMERIC = /^-(?:eq|ne|lt|le|gt|ge)$/u;

const textOf = ({ value, text }: Word): string => value ?? text.replaceAll(/["'\\]/gu, '');

const namesIn = (word: Word): string[] => namesOf(textOf(word));

/** Behind a dash any rest of it may be a name: `-raNAME`. */
function namesOf(text: string): string[] {
  const [first = '', ...others] = text.match(/[A-Za-z_]\w*/gu) ?? [];
  const ends = text.startsWith('-') ? Array.from(first, (_, at) => first.slice(at)) : [first];
  return [...ends, ...others].filter((name) => name !== '');
}

const hasNameInIndex = (word: Word): boolean => /\[[^\]]*[A-Za-z_]/u.test(textOf(word));

/** An expression that has more in it than numbers, and variables that it assigns. */
function usesValues(word: Word): boolean {
  return /[A-Za-z_]/u.test(textOf(word).replaceAll(/\b[A-Za-z_]\w*\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/gu, ''));
}
