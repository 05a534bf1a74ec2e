import type { LimitFact } from '#shared/permission/facts.ts';
import { assignedBy, SPECIAL, splitsValue } from './assigned-names.ts';
import type { RawCommand } from './raw-command.ts';
import { closesOpen } from './read-redirections.ts';
import { inSameShell } from './same-shell.ts';
import type { Word } from './word.ts';

/** How a command changes the meaning of later ones: then nothing can be concluded from them. */
export function limitsOnLaterMeaning({ text, words, assignments, redirects }: RawCommand): LimitFact[] {
  const limits: LimitFact[] = [];
  const [program, ...rest] = inSameShell(words);
  const name = program?.value ?? '';
  // As a prefix it only affects that command, unless the builtin is a special one.
  const set = words.length === 0 || SPECIAL.has(name) ? assignments.map((one) => one.name) : [];
  const found = [...set, ...assignedBy(words).names].find(leadsWords);
  if (splitsValue(words)) limits.push({ text, reason: 'It splits a value, which may assign other variables.', opaque: true });
  if (found !== undefined) limits.push({ text, reason: `It changes ${found}, which other words depend on.`, opaque: true });
  if (name === 'shopt' && rest.length > 0) limits.push({ text, reason: 'It changes how patterns are read.', opaque: true });
  if (name === 'set' && !rest.slice(0, operandsAt(rest)).every(leavesReading))
    limits.push({ text, reason: 'It changes how later words are read.', opaque: true });
  if (name === 'exec' && redirects.some(closesOpen))
    limits.push({ text, reason: 'It closes a descriptor, so that later redirections may fail.', opaque: true });
  return limits;
}

/** Where the parameters start that `set` gives the shell. */
function operandsAt(rest: readonly Word[]): number {
  const at = rest.findIndex(
    ({ value }, index) => value !== null && !/^[-+]./u.test(value) && !/^[-+][A-Za-z]*o$/u.test(rest[index - 1]?.value ?? ''),
  );
  const end = rest.findIndex(({ value }) => value === '--');
  return Math.min(...[at, end, rest.length].filter((index) => index >= 0));
}

/**
 * Options of `set` after which a line means the same: which errors end it, what is printed, what programs inherit. Others take assignments
 * out of the words (`-k`), expand `!` (`-H`), leave patterns alone (`-f`), follow links (`-P`) or keep what stands before a builtin (posix).
 */
function leavesReading({ value }: Word): boolean {
  return value !== null && (/^[-+][abehmnuvxBCETo]+$/u.test(value) || keepsReading(value));
}

/** The same for an option with a name, as in `-o pipefail`. */
export function keepsReading(name: string): boolean {
  return SAME_READING.has(name);
}

const SAME_READING: ReadonlySet<string> = new Set(
  'allexport braceexpand emacs errexit errtrace functrace hashall monitor noclobber noexec notify nounset pipefail verbose vi xtrace'.split(
    ' ',
  ),
);

/** Whether a variable affects what `~` and `cd` refer to, what patterns match or how words are split. */
export function leadsWords(name: string): boolean {
  return /^(?:HOME|CDPATH|GLOBIGNORE|IFS|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT)$/u.test(name);
}
