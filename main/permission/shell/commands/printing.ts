import type { Word } from '../word.ts';

/** `echo` and `printf` only print; `printf -v` assigns, and evaluates an index while doing so. */
export function isQuietPrint(program: string, words: readonly Word[]): boolean {
  if (program === 'printf') {
    const first = words[0]?.value;
    if (first === undefined || first === null || (first.startsWith('-') && first !== '--') || words[0]?.glob === true) return false;
    // The time, and how much was printed: both may go to a variable.
    if (/%(?:\(|[-+ #0-9.*]*n)/u.test(first)) return false;
  }
  return words.every((word) => word.value !== null || word.harmlessExpansion);
}
