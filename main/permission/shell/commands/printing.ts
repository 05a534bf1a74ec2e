import type { Word } from '../word.ts';

/** `echo` and `printf` only print; `printf -v` assigns, and evaluates an index while doing so. */
export function isQuietPrint(program: string, words: readonly Word[]): boolean {
  if (program === 'printf' && mayAssign(words)) return false;
  return words.every((word) => word.value !== null || word.harmlessExpansion);
}

/** Whether the words of `printf` may set a variable. */
export function mayAssign(words: readonly Word[]): boolean {
  const format = words[0]?.value === '--' ? words[1] : words[0];
  const text = format?.value;
  if (text === undefined || text === null || (format === words[0] && text.startsWith('-')) || format?.glob === true) return true;
  // The time and the number of printed characters may both be stored in a variable.
  return /%[-+ #0-9.*'hlLqjzt]*[(n]/u.test(text);
}
