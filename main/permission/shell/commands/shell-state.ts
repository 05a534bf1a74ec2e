import type { GlobSight } from '../glob-sight.ts';
import { parseUse, type OptionSpec } from '../option-spec.ts';
import { isOrdinaryVariable } from '../ordinary-variables.ts';
import type { Word } from '../word.ts';

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
