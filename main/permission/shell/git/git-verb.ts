/** Options of git before its sub-command that take the next word as a value (git manual, “Options”). */
export const GIT_VALUED: ReadonlySet<string> = new Set([
  '-C',
  '-c',
  '--git-dir',
  '--work-tree',
  '--namespace',
  '--exec-path',
  '--config-env',
  '--super-prefix',
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
