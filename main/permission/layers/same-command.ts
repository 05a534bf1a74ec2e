import { withoutGnuPrefix } from '../shell/commands/program-name.ts';
import { canonicalVerb } from '../shell/commands/verb-aliases.ts';
import type { RuleBody } from '#shared/permission/grammar.ts';
import type { ActiveRule } from '../rules/active-rule.ts';

/** Short options that by convention equal a long one. */
const LONG_NAMES: Readonly<Record<string, string>> = {
  f: '--force',
  r: '--recursive',
  R: '--recursive',
  d: '--delete',
  g: '--global',
  y: '--yes',
};

/** What a prefix or wildcard rule demands of a command, in any order. */
interface Demand {
  readonly program: string;
  readonly verbs: readonly string[];
  readonly options: readonly string[];
}

const demands = new WeakMap<RuleBody, Demand | 'none'>();

function demandOf(body: RuleBody): Demand | 'none' {
  const before = demands.get(body);
  if (before !== undefined) return before;
  const read = readDemand(body);
  demands.set(body, read);
  return read;
}

function readDemand(body: RuleBody): Demand | 'none' {
  if (body.kind !== 'command' || body.form === 'exact') return 'none';
  const [program, ...demanded] = body.text.split(/\s+/u).filter((word) => word !== '' && word !== '*');
  if (program === undefined || program.includes('*')) return 'none';
  if (demanded.length === 0 || demanded.some((word) => /\\|\*./u.test(word))) return 'none';
  return {
    program,
    verbs: demanded.filter((word) => !word.startsWith('-')),
    options: demanded.filter((word) => word.startsWith('-')),
  };
}

/**
 * Returns a test for whether a prefix or wildcard rule means this command in another order or spelling of its options: `rm -r -f x` and `rm
 * x --recursive --force` for `rm -rf *`, `npm run -s deploy` for `npm run deploy`, `npm pub` for `npm publish`. Wide on purpose: for deny
 * and ask rules, and only to ask.
 */
export function sameCommandAs([name, ...words]: readonly (string | null)[]): (rule: ActiveRule) => boolean {
  const written = name?.replace(/^.*\//u, '') ?? '';
  const program = withoutGnuPrefix(written);
  const given = words.filter((word) => word !== null);
  return ({ parsed: { body } }) => {
    const demand = demandOf(body);
    if (demand === 'none' || (demand.program !== program && demand.program !== written)) return false;
    return followOneAnother(program, demand.verbs, given) && demand.options.every((option) => isGiven(option, given));
  };
}

/** Whether the words come in this order, with nothing between them but options and their possible values. */
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
