import path from 'node:path';
import type { Word } from '../../parse/word.ts';

/**
 * Forms that a prefix or wildcard rule never covers, because they can't be undone or run other code. Matching is wide on purpose:
 * abbreviated long options and clustered short ones count. Sources: the tools' manuals, GTFOBins, and the public advisories listed with the
 * attack tests.
 */
export interface Form {
  readonly options?: readonly string[];
  /** Matches any operand. */
  readonly operand?: RegExp;
  /** Matches any word, or what may be an option's value in it. */
  readonly value?: RegExp;
  /** The first operand is one of these. */
  readonly verbs?: readonly string[];
  /** Any other condition on the words; `areKnown`: none is known only at run time. */
  readonly when?: (values: readonly string[], areKnown: boolean) => boolean;
  readonly why: string;
  readonly irreversible?: boolean;
}

export const RUNS = 'it can run other code';
export const CARRIES_CODE = 'it carries code of its own';
export const FINAL = 'it can’t be undone';
export const TRIES = 'it runs all that comes before publishing';
/** Not in the program's table. */
export const UNLISTED = 'rules don’t cover this form of it';
export const UNNAMES = 'it removes the name of a branch';

export const always = (why: string, irreversible = false): readonly Form[] => [{ why, irreversible }];
export const options = (names: string, why: string, irreversible = false): Form => ({ options: names.split(' '), why, irreversible });
export const verbs = (names: string, why: string, irreversible = false): Form => ({ verbs: names.split(' '), why, irreversible });

/** Publishing, for good; where it only shows what it would publish, it can be undone but still runs the project’s own steps. */
export function publishing(names: string, dryRun: string): readonly Form[] {
  const isDry = (values: readonly string[], areKnown: boolean): boolean => {
    const end = values.indexOf('--');
    const own = end < 0 ? values : values.slice(0, end);
    const asked = own.filter((value) => /dry/iu.test(value) || dryRun.split(' ').includes(value));
    const next = own[own.indexOf(asked[0] ?? '') + 1];
    return areKnown && asked.length === 1 && dryRun.split(' ').includes(asked[0] ?? '') && !/^(?:false|null|0|no)$/iu.test(next ?? '');
  };
  const publishes = (values: readonly string[]): boolean => verbsOf(values).some((verb) => names.split(' ').includes(verb));
  return [
    { when: (values, areKnown) => publishes(values) && !isDry(values, areKnown), why: FINAL, irreversible: true },
    { when: (values, areKnown) => publishes(values) && isDry(values, areKnown), why: TRIES },
  ];
}

/** Whether the words after a program (or its sub-command) have this form. */
export function hasForm(form: Form, words: readonly Word[]): boolean {
  if (
    form.options === undefined &&
    form.operand === undefined &&
    form.verbs === undefined &&
    form.value === undefined &&
    form.when === undefined
  )
    return true;
  const values = words.flatMap((word) => (word.value === null ? [] : [inputAsDash(word.value)]));
  if (form.when?.(values, values.length === words.length) === true) return true;
  if (form.options !== undefined && values.some((value) => hasOption(value, form.options ?? []))) return true;
  if (form.verbs !== undefined && verbsOf(values).some((verb) => form.verbs?.includes(verb))) return true;
  const inside = form.value;
  if (inside !== undefined && values.some((value) => [value, ...joinedValues(value)].some((one) => inside.test(one)))) return true;
  const pattern = form.operand;
  return pattern !== undefined && values.some((value) => pattern.test(value));
}

/** What may be an option's value, joined with it: `--file=x`, `-file=x`, `-fx`, `-qfx`. */
export function joinedValues(word: string): readonly string[] {
  const named = /^--?[\w.-]+=(.*)$/su.exec(word)?.[1];
  const letters = /^-([A-Za-z0-9]+)/u.exec(word)?.[1]?.length ?? 0;
  const found = Array.from({ length: Math.min(letters, MAX_LETTERS) }, (_, at) => word.slice(at + 2));
  return [...(named === undefined ? [] : [named]), ...found.filter((value) => value !== '')];
}

/** Of one word. */
const MAX_LETTERS = 8;

/** Names of a program's input, by themselves or joined with an option: programs that give `-` no such meaning read these all the same. */
const INPUT = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/(?:self|thread-self)\/fd\/0)$/u;

/** `/dev/stdin` as `-`, `--file=/dev/stdin` as `--file=-`. */
export function inputAsDash(value: string): string {
  const [, option = '', file] = /^(-{0,2}[\w-]*=?)(\/.+)$/su.exec(value) ?? [];
  return file !== undefined && INPUT.test(path.posix.normalize(file).replace(/^\/\//u, '/')) ? `${option}-` : value;
}

/** The words before the first one that is neither an option nor possibly an option's value; after it a script has its own words. */
export function upToOperand(values: readonly string[]): readonly string[] {
  const end = values.findIndex((value, at) => !value.startsWith('-') && values[at - 1]?.startsWith('-') !== true);
  return end < 0 ? values : values.slice(0, end);
}

/** The first operand; if an option precedes it, it may be that option's value, so the next one counts too. */
export function verbsOf(values: readonly string[]): string[] {
  const isOption = (value: string): boolean => value.startsWith('-') && value !== '-';
  const end = values.findIndex((value, at) => !isOption(value) && !isOption(values[at - 1] ?? ''));
  return values.slice(0, end < 0 ? values.length : end + 1).filter((value) => !isOption(value));
}

export function hasOption(value: string, names: readonly string[]): boolean {
  if (names.includes(value)) return true;
  if (value.startsWith('--')) {
    const name = value.split('=')[0] ?? value;
    return name.length > 2 && names.some((option) => option.startsWith(name));
  }
  if (!/^[-+]\w/u.test(value)) return false;
  if (names.some((option) => !option.startsWith('--') && option.length > 2 && value.split('=')[0] === option)) return true;
  return names.some((option) => /^-[A-Za-z]$/u.test(option) && value.slice(1).includes(option.slice(1)));
}
