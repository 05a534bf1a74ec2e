import type { LimitFact } from '#shared/permission/facts.ts';
import type { RawCommand } from './raw-command.ts';
import type { Word } from './word.ts';

/** What a command changes in how the shell reads those after it: nothing may be concluded from them then. */
export function limitsOnLaterMeaning({ text, words, assignments }: RawCommand): LimitFact[] {
  const limits: LimitFact[] = [];
  // Before a command it counts for that command alone.
  const set = words.length === 0 ? assignments.map(({ name }) => name) : RESETTING.has(words[0]?.value ?? '') ? words.map(named) : [];
  const found = set.find((name) => LEADING.test(name));
  if (found !== undefined) limits.push({ text, reason: `It changes ${found}, which other words depend on.`, opaque: true });
  if (words[0]?.value === 'shopt' && words.length > 1) limits.push({ text, reason: 'It changes how patterns are read.', opaque: true });
  return limits;
}

/** Where `~` and `cd` lead, what patterns match and how words are split hangs on them. */
const LEADING = /^(?:HOME|CDPATH|GLOBIGNORE|IFS|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT)$/u;

/** Builtins whose words name variables that they set. */
const RESETTING = new Set('export declare typeset local readonly unset read printf getopts mapfile readarray for'.split(' '));

/** The variable that a word names or sets. */
function named({ value }: Word): string {
  return value?.split('=')[0] ?? '';
}
