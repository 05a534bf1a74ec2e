import type { Word } from '../word.ts';

/** `echo` and `printf` only print; `printf -v` assigns, and evaluates an index while doing so. */
export function isQuietPrint(program: string, words: readonly Word[]): boolean {
  if (program === 'printf') {
    const format = words[0]?.value === '--' ? words[1] : words[0];
    const text = format?.value;
    if (text === undefined || text === null || (format === words[0] && text.startsWith('-')) || format?.glob === true) return false;
    // The time, and how much was printed: both may go to a variable.
    if (/%[-+ #0-9.*'hlLqjzt]*[(n]/u.test(text)) return false;
  }
  return words.every((word) => word.value !== null || word.harmlessExpansion);
}
