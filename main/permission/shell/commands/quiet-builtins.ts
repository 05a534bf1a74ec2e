import type { Word } from '../parse/word.ts';
import type { GlobSight } from '../glob-sight.ts';
import { type OptionSpec, parseUse } from '../option-spec.ts';
import { isOrdinaryVariable } from '../harmless-variables.ts';

const READ: OptionSpec = { options: '-r -s -d: -n: -N: -t: -u:', operands: 'text', minOperands: 1 };

/** `read` into variables that no program obeys. A name with an index would be evaluated. */
export function setsOrdinary(words: readonly Word[], globs: GlobSight): boolean {
  const names = parseUse(words, READ, globs)?.operands ?? [];
  return names.length > 0 && names.every((word) => !word.expands && !word.glob && isOrdinaryVariable(word.value ?? ''));
}

/** `set` with options that only control when a script ends, or print what it does. */
export function setsReporting(words: readonly Word[]): boolean {
  const line = words.map((word) => (word.expands || word.glob ? '$' : (word.value ?? '$'))).join(' ');
  return /^(?:[-+](?:[eux]+|[eux]*o (?:pipefail|errexit|nounset|xtrace))(?: |$))+$/u.test(line);
}

/** `echo` and `printf` only print; `printf -v` assigns, and evaluates an index while doing so. */
export function isQuietPrint(program: string, words: readonly Word[]): boolean {
  if (program === 'printf' && mayAssign(words)) return false;
  return words.every((word) => word.value !== null || word.harmlessExpansion);
}

/** Whether the words of `printf` may set a variable. */
export function mayAssign(words: readonly Word[]): boolean {
  const format = words[0]?.value === '--' ? words[1] : words[0];
  const text = format?.value;
  if (text === undefined || text === null || (format === words[0] && text.startsWith('-')) || format?.glob === true) return true;
  // The time and the number of printed characters may both be stored in a variable.
  return /%[-+ #0-9.*'hlLqjzt]*[(n]/u.test(text);
}
