import { canonicalVerb } from '../shell/commands/verb-aliases.ts';
import type { ActiveRule } from '../rules/rule-set.ts';

/** Letters that stand for the same as a long option, as a matter of custom. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  f: '--force',
  r: '--recursive',
  R: '--recursive',
  d: '--delete',
  g: '--global',
  y: '--yes',
};

/**
 * Whether a command is the one a prefix or wildcard rule speaks of, in another order or spelling of its options: `rm -r -f x` and
 * `rm x --recursive --force` for `rm -rf *`, `npm run -s deploy` for `npm run deploy`, `npm pub` for `npm publish`. Wide on purpose: for deny and
 * ask rules, and only to ask.
 */
export function meansSameCommand({ parsed: { body } }: ActiveRule, argv: readonly (string | null)[]): boolean {
  if (body.kind !== 'command' || body.form === 'exact') return false;
  const [program, ...demanded] = body.text.split(/\s+/u).filter((word) => word !== '' && word !== '*');
  const [name, ...words] = argv;
  if (program === undefined || program.includes('*') || name?.replace(/^.*\//u, '') !== program) return false;
  if (demanded.length === 0 || demanded.some((word) => /\\|\*./u.test(word))) return false;
  const given = words.filter((word) => word !== null);
  const verbs = demanded.filter((word) => !word.startsWith('-'));
  if (!followOneAnother(program, verbs, given)) return false;
  return demanded.filter((word) => word.startsWith('-')).every((option) => isGiven(option, given));
}

/** Whether the words come in this order, with nothing between them but options and what may be their values. */
function followOneAnother(program: string, verbs: readonly string[], given: readonly string[]): boolean {
  let met = 0;
  for (const [at, word] of given.entries()) {
    const verb = verbs[met];
    if (verb === undefined) return true;
    if (word.startsWith('-')) continue;
    const fixed = verb.replace(/\*$/u, '');
    const same = verb === fixed ? canonicalVerb(program, word) === canonicalVerb(program, verb) : word.startsWith(fixed);
    if (same) met++;
    else if (given[at - 1]?.startsWith('-') !== true) return false;
  }
  return met === verbs.length;
}

function isGiven(option: string, given: readonly string[]): boolean {
  const fixed = option.replace(/\*$/u, '');
  if (given.some((word) => (option === fixed ? word.split('=')[0] === fixed : word.startsWith(fixed)))) return true;
  if (fixed.startsWith('--')) {
    const abbreviated = given.some((word) => word.length > 3 && word.startsWith('--') && fixed.startsWith(word));
    return abbreviated || given.some((word) => lettersOf(word).some((letter) => LONG_NAMES[letter] === fixed)) || isForced(fixed, given);
  }
  const letters = lettersOf(fixed);
  return letters.length > 0 && letters.every((letter) => given.some((word) => hasLetter(word, letter)));
}

function lettersOf(option: string): readonly string[] {
  return /^-[A-Za-z]{1,6}$/u.test(option) ? option.slice(1).split('') : [];
}

function hasLetter(word: string, letter: string): boolean {
  const long = LONG_NAMES[letter];
  if (long !== undefined && word.length > 3 && word.startsWith('--') && long.startsWith(word)) return true;
  return lettersOf(word).some((own) => own === letter || (long !== undefined && LONG_NAMES[own] === long));
}

/** `git push origin +main` forces, `:main` deletes. */
function isForced(option: string, given: readonly string[]): boolean {
  const mark = option === '--force' ? '+' : option === '--delete' ? ':' : undefined;
  return mark !== undefined && given.some((word) => word.length > 1 && word.startsWith(mark));
}
