import { type Language, LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

/** Names that code blocks use for a language beside its own. */
const ALIASES: readonly (readonly [string, string])[] = [
  ['console', 'shell'],
  ['shellsession', 'shell'],
  ['zsh', 'shell'],
  ['jsonc', 'json'],
  ['jsonl', 'json'],
  ['mjs', 'javascript'],
  ['cjs', 'javascript'],
  ['mts', 'typescript'],
  ['cts', 'typescript'],
  ['svg', 'xml'],
];
const BY_NAME: ReadonlyMap<string, string> = new Map(ALIASES);
/** By the end of a file's name, where the library knows none. */
const BY_ENDING: ReadonlyMap<string, string> = new Map([...ALIASES, ['env', 'shell']]);

const known = new Map<string, Promise<Language | null>>();

/** The language of a code block's name (`ts`) or a file (`src/a.ts`), in a chunk of its own; `null` for an unknown one. */
export function languageOf(hint: string): Promise<Language | null> {
  const before = known.get(hint);
  if (before) return before;
  const loading = load(hint).catch((error: unknown) => {
    known.delete(hint);
    throw error;
  });
  known.set(hint, loading);
  return loading;
}

async function load(hint: string): Promise<Language | null> {
  const description = describe(hint);
  return description ? (await description.load()).language : null;
}

function describe(hint: string): LanguageDescription | null {
  const name = hint.slice(hint.lastIndexOf('/') + 1);
  const isFile = name !== hint || name.includes('.');
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const alias = isFile ? BY_ENDING.get(ending) : BY_NAME.get(hint.toLowerCase());
  return (
    LanguageDescription.matchFilename(languages, name) ??
    LanguageDescription.matchLanguageName(languages, alias ?? (isFile ? '' : hint), false)
  );
}
