import type { ActiveRule } from './rule-set.ts';

/** Command rules by the first word they demand, so that a decision looks at few of them however many there are. */
export interface CommandIndex {
  readonly all: readonly ActiveRule[];
  readonly byFirstWord: ReadonlyMap<string, readonly ActiveRule[]>;
  /** Rules whose first word is open. */
  readonly open: readonly ActiveRule[];
}

export function indexCommands(rules: readonly ActiveRule[]): CommandIndex {
  const byFirstWord = new Map<string, ActiveRule[]>();
  const open: ActiveRule[] = [];
  for (const rule of rules) {
    const word = fixedFirstWord(rule);
    if (word === undefined) open.push(rule);
    else byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), rule]);
  }
  return { all: rules, byFirstWord, open };
}

function fixedFirstWord({ parsed: { body } }: ActiveRule): string | undefined {
  if (body.kind !== 'command') return undefined;
  const word = firstWord(body.text);
  return word === '' || /[*\\]/u.test(word) ? undefined : word;
}

function firstWord(text: string): string {
  return /^\s*(\S*)/u.exec(text)?.[1] ?? '';
}

/** The rules that could match a text. */
export function candidates(index: CommandIndex | undefined, text: string): readonly ActiveRule[] {
  if (index === undefined) return [];
  const fixed = index.byFirstWord.get(firstWord(text));
  if (fixed === undefined) return index.open;
  return index.open.length === 0 ? fixed : [...fixed, ...index.open];
}
