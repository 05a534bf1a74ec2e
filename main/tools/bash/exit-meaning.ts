import { programWords, splitCommandLine } from './split-command-line.ts';

/** Commands whose exit code 1 is a result, not a failure, and what it means. */
const MEANING_OF_ONE: ReadonlyMap<string, string> = new Map([
  ...['grep', 'rg', 'egrep', 'fgrep', 'git grep'].map((name) => [name, 'No matches found'] as const),
  ...['diff', 'git diff'].map((name) => [name, 'Files differ'] as const),
  ...['test', '['].map((name) => [name, 'Condition is false'] as const),
  ['find', 'Some folders were not accessible'],
]);

/**
 * What exit code 1 of a command line means, if it isn't a failure: then the command that returned it is one of those above, and so is each
 * command that had to succeed before it, or it is `cd`. `undefined` for a failure, and when unsure.
 */
export function exitMeaning(command: string, exitCode: number | null): string | undefined {
  if (exitCode !== 1) return undefined;
  const parts = splitCommandLine(command);
  const meaning = MEANING_OF_ONE.get(nameOf(parts.at(-1)?.words ?? []));
  // An earlier command's exit code counts only before "&&".
  for (let index = parts.length - 1; index > 0 && parts[index]?.after !== ';'; index -= 1) {
    const before = parts[index - 1]?.words ?? [];
    if (parts[index]?.after === '&&' && !MEANING_OF_ONE.has(nameOf(before)) && before[0] !== 'cd') return undefined;
  }
  return meaning;
}

function nameOf(words: readonly string[]): string {
  const [program = '', verb = ''] = programWords(words);
  return program === 'git' ? `git ${verb}` : program;
}
