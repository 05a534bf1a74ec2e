import type { Word } from './word.ts';

/** Keywords and builtins that run another builtin in the same shell. */
const SAME_SHELL = /^(?:command|builtin|time|noglob|-p|--)$/u;

/** The words without what runs another builtin in the same shell: `command export`. */
export function inSameShell(words: readonly Word[]): readonly Word[] {
  const start = words.findIndex(({ value }) => !SAME_SHELL.test(value ?? ''));
  return start < 0 ? [] : words.slice(start);
}
