/** Options of git itself that have their value in the next word. */
export const GIT_VALUED: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--attr-source',
]);

/** The sub-command among the words after `git`; empty without one. */
export function gitVerb(words: readonly (string | null)[]): string {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) return word;
    if (GIT_VALUED.has(word)) at++;
  }
  return '';
}
