/** Commands for which exit code 1 says "nothing found" or "they differ", not "failed". */
const BENIGN_ONE = new Set(['grep', 'rg', 'egrep', 'fgrep', 'find', 'diff', 'test', '[', 'git diff', 'git grep']);

/**
 * Whether exit code 1 of a command line is an answer rather than a failure: the command that gave it is one of those above, and
 * whatever had to succeed before it was one too, or `cd`. When in doubt it is a failure.
 */
export function isBenignExit(command: string, exitCode: number | null): boolean {
  if (exitCode !== 1) return false;
  const parts = splitCommandLine(command);
  const last = parts.at(-1);
  if (last === undefined || !BENIGN_ONE.has(nameOf(last.words))) return false;
  // Only "&&" lets an earlier command's exit code through.
  for (let index = parts.length - 1; index > 0 && parts[index]?.after !== ';'; index -= 1) {
    const before = parts[index - 1]?.words ?? [];
    if (parts[index]?.after === '&&' && !BENIGN_ONE.has(nameOf(before)) && before[0] !== 'cd') return false;
  }
  return true;
}

interface Part {
  /** What stands before it; `;` for a line break and for the first. */
  readonly after: '&&' | '||' | '|' | ';';
  readonly words: readonly string[];
}

/** A rough split that respects quotes; it only labels results, it decides nothing. */
function splitCommandLine(command: string): Part[] {
  const tokens = command.match(/'[^']*'|"(?:\\.|[^"\\])*"|\\.|&&|\|\|?|[;&\n]|\s+|[^\s'"\\&|;]+/gs) ?? [];
  const parts: Part[] = [];
  let words: string[] = [];
  let word = '';
  let after: Part['after'] = ';';
  const endWord = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endPart = (next: Part['after']): void => {
    endWord();
    if (words.length > 0) parts.push({ after, words });
    words = [];
    after = next;
  };
  for (const token of tokens) {
    if (token === '&&' || token === '||' || token === '|') endPart(token);
    else if (token === ';' || token === '&' || token === '\n') endPart(';');
    else if (/^\s+$/.test(token)) endWord();
    else word += token;
  }
  endPart(';');
  return parts;
}

function nameOf(words: readonly string[]): string {
  const command = words.filter((word, index) => !(/^\w+=/.test(word) && words.slice(0, index).every((earlier) => /^\w+=/.test(earlier))));
  const name = command[0]?.split('/').at(-1) ?? '';
  return name === 'git' ? `git ${command[1] ?? ''}` : name;
}
