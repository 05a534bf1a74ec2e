import type { LimitFact } from '#shared/permission/facts.ts';
import type { RawCommand } from './raw-command.ts';
import type { Word } from './word.ts';

/** What a command changes in how the shell reads those after it: nothing may be concluded from them then. */
export function limitsOnLaterMeaning({ text, words, assignments }: RawCommand): LimitFact[] {
  const limits: LimitFact[] = [];
  if (assignments.some(({ name }) => name === 'IFS')) limits.push({ text, reason: 'It changes how words are split.', opaque: true });
  if (words.length === 0 || RESETTING.has(words[0]?.value ?? '')) {
    const found = [...assignments.map(({ name }) => name), ...words.map(named)].find((name) => LEADING.test(name));
    if (found !== undefined) limits.push({ text, reason: `It changes ${found}, which other words depend on.`, opaque: true });
  }
  if (words[0]?.value === 'shopt' && words.length > 1) limits.push({ text, reason: 'It changes how patterns are read.', opaque: true });
  return limits;
}

/** Where `~` and `cd` lead and what patterns match hangs on them. */
const LEADING = /^(?:HOME|CDPATH|GLOBIGNORE)$/u;

/** Builtins whose words name variables that they set. */
const RESETTING = new Set('export declare typeset local readonly unset read printf getopts mapfile readarray for'.split(' '));

/** The variable that a word names or sets. */
function named({ value }: Word): string {
  return value?.split('=')[0] ?? '';
}
