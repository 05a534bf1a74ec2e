import type { LimitFact } from '#shared/permission/facts.ts';
import type { RawCommand } from './raw-command.ts';
import type { Word } from './word.ts';

/** How a command changes the meaning of later ones: then nothing can be concluded from them. */
export function limitsOnLaterMeaning({ text, words, assignments }: RawCommand): LimitFact[] {
  const limits: LimitFact[] = [];
  // As a prefix it only affects that command.
  const set = words.length === 0 ? assignments.map(({ name }) => name) : RESETTING.has(words[0]?.value ?? '') ? words.map(named) : [];
  const found = set.find((name) => LEADING.test(name));
  if (found !== undefined) limits.push({ text, reason: `It changes ${found}, which other words depend on.`, opaque: true });
  if (words[0]?.value === 'shopt' && words.length > 1) limits.push({ text, reason: 'It changes how patterns are read.', opaque: true });
  return limits;
}

/** Variables that affect what `~` and `cd` refer to, what patterns match and how words are split. */
const LEADING = /^(?:HOME|CDPATH|GLOBIGNORE|IFS|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT)$/u;

/** Builtins whose words name variables that they assign. */
const RESETTING = new Set('export declare typeset local readonly unset read printf getopts mapfile readarray for'.split(' '));

/** The variable that a word names or assigns. */
function named({ value }: Word): string {
  return value?.split('=')[0] ?? '';
}
