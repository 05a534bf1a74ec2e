import type { Word } from '../word.ts';
import { evaluatesUnknownName } from './evaluated-names.ts';
import { assignmentIn, namesWhatRuns } from './names-what-runs.ts';
import { mayRun, NOTHING_UNSEEN, type Unseen } from './unseen.ts';

/** Builtins that set variables, which may affect what runs later. */
const SETS_VARIABLES: ReadonlySet<string> = new Set(
  'export declare typeset local readonly read unset getopts mapfile readarray let printf'.split(' '),
);
const PLAIN: ReadonlySet<string> = new Set('set shopt for disown bg fg caller'.split(' '));

/** The hidden effects of shell builtins; undefined for other programs. */
export function builtinUnseen(program: string, rest: readonly Word[]): Unseen | undefined {
  if (evaluatesUnknownName(program, rest)) return mayRun('It evaluates a name that is only known when it runs.');
  if (PLAIN.has(program)) return NOTHING_UNSEEN;
  if (!SETS_VARIABLES.has(program)) return undefined;
  if (/^(?:mapfile|readarray)$/u.test(program) && rest.some(({ value }) => /^-\w*C/u.test(value ?? '')))
    return mayRun('It runs a text for each line.');
  if (program === 'printf' && rest[0]?.value !== '-v') return NOTHING_UNSEEN;
  const names = program === 'printf' ? rest.slice(1, 2) : rest;
  const risky = names.some((word) => {
    const set = assignmentIn(word);
    if (word.value === null) return program === 'read';
    return namesWhatRuns(set?.name ?? word.value, set === undefined ? { ...word, value: null } : { ...word, value: set.value });
  });
  return risky ? mayRun('It sets a variable that may change which program runs.') : NOTHING_UNSEEN;
}
