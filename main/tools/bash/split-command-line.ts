export interface CommandPart {
  /** The operator before it; `;` for a line break and for the first command. */
  readonly after: '&&' | '||' | '|' | ';';
  readonly words: readonly string[];
}

/** A rough split that respects quotes. It only serves to label results and decides nothing. */
export function splitCommandLine(command: string): CommandPart[] {
  const tokens = command.match(/'[^']*'|"(?:\\.|[^"\\])*"|\\.|&&|\|\|?|[;&\n]|\s+|[^\s'"\\&|;]+/gs) ?? [];
  const parts: CommandPart[] = [];
  let words: string[] = [];
  let word = '';
  let after: CommandPart['after'] = ';';
  const endWord = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  const endPart = (next: CommandPart['after']): void => {
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

/** The words without leading variable assignments and without the program's folder. */
export function programWords(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^\w+=/u.test(word));
  const [program, ...rest] = start < 0 ? [] : words.slice(start);
  return program === undefined ? [] : [program.replace(/^.*\//u, ''), ...rest];
}
