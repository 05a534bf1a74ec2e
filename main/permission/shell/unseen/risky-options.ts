import type { Word } from '../parse/word.ts';

/**
 * Whether a word is or may be one of these options: abbreviated (`--comp` for `--compress-program`), joined with its value (`-Ix`), among
 * other letters (`-czI`), with two dashes for one (`--exec` for `-exec`), or known only at run time.
 */
export function mayBeOneOf(word: Word, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const { value } = word;
  if (value === null) {
    const start = word.text.replace(/["'\\]/gu, '').split(/[$`]/u)[0] ?? '';
    // The option is known if its name is, even with an unknown value: `--upl=a$(b)`, `-ua$(b)`.
    if (/^--[^=]+=|^-[A-Za-z]./u.test(start)) return names.some((name) => isOption(start, name));
    return /^[-+]/u.test(start) || (word.mayBeOption && !word.inherited) || /^["']?(?:\$\(|`)/u.test(word.text);
  }
  if (word.glob && /^[*?[]/u.test(value)) return true;
  return /^[-+]/u.test(value) && names.some((name) => isOption(value, name));
}

function isOption(value: string, name: string): boolean {
  const own = value.split('=')[0] ?? value;
  if (own === name) return true;
  if (name.startsWith('--')) return own.length > 2 && own.startsWith('--') && name.startsWith(own);
  if (name.length > 2) return own === `-${name}`;
  return value.startsWith(name) || (/^-[A-Za-z]{2,7}$/u.test(value) && value.includes(name.slice(1)));
}

/** The words that aren't options or values of the `valued` options. */
export function operandsOf(words: readonly Word[], valued: readonly string[] = []): readonly Word[] {
  const operands: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) continue;
    if (word.value === '--') return [...operands, ...words.slice(at + 1)];
    if (word.value !== null && valued.includes(word.value)) at++;
    else if (word.value === null || word.value === '-' || !word.value.startsWith('-')) operands.push(word);
  }
  return operands;
}
