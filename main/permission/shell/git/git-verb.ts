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

/** The place of the sub-command among the words after `git`; that of the end without one. */
export function gitVerbAt(words: readonly (string | null)[]): number {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    if (GIT_VALUED.has(word)) at++;
  }
  return at;
}

/** The sub-command among the words after `git`; empty without one. */
export function gitVerb(words: readonly (string | null)[]): string {
  return words[gitVerbAt(words)] ?? '';
}
