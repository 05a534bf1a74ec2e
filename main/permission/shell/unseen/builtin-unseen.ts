import { assignedBy, splitsValue } from '../parse/assigned-names.ts';
import { literalWord, unknownWord, type Word } from '../parse/word.ts';
import { assignmentIn, namesWhatRuns } from './names-what-runs.ts';
import { mayRun, NOTHING_UNSEEN, type Unseen } from './unseen.ts';

/** Expansions whose value is always a number. */
const NUMBER = /^"?\$(?:[#?$!]|\{[#?$!]\})"?$/u;
const VALUE_OF_NAME = /^[A-Za-z_]\w*\+?=/u;
const NUMERIC_TESTS: ReadonlySet<string> = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

/**
 * Whether a builtin evaluates a word known only at run time as a name: its subscript may contain a command substitution, as in `a[$(date)]`
 * (bash manual, “Arrays” and “Bash Conditional Expressions”).
 */
function evaluatesUnknownName(program: string, rest: readonly Word[]): boolean {
  switch (program) {
    case 'test':
    case '[':
      // Outside quotes it may become several words, such as `-o -v NAME`.
      return rest.some((word) => isUnknown(word) && word.mayResplit) || evaluatesOperand(rest);
    case '[[':
      return evaluatesOperand(rest) || comparesUnknown(rest);
    case 'let':
    case 'unset':
      return rest.some(isUnknown);
    case 'mapfile':
    case 'readarray':
      return isUnknown(rest.at(-1));
    case 'getopts':
      return isUnknown(rest[1]);
    case 'printf':
      return rest[0]?.value === '-v' && isUnknown(rest[1]);
    case 'wait':
      return isUnknown(rest[rest.findIndex(({ value }) => value === '-p') + 1]) && rest.some(({ value }) => value === '-p');
    case 'declare':
    case 'export':
    case 'local':
    case 'readonly':
    case 'typeset':
      return (
        rest.some(staysEvaluated) ||
        splitsValue([literalWord(program), ...rest]) ||
        rest.some((word) => isUnknown(word) && !VALUE_OF_NAME.test(word.text)) ||
        (rest.some(takesSubscripts) && rest.some(({ text }) => /[$`]/u.test(text)))
      );
    default:
      return false;
  }
}

/** `-i`, `-n`: everything later assigned to the variable is evaluated, or used as a name. */
function staysEvaluated({ value }: Word): boolean {
  return /^-\w*[in]/u.test(value ?? '');
}

function takesSubscripts({ value }: Word): boolean {
  return /^-\w*[aA]/u.test(value ?? '');
}

function evaluatesOperand(words: readonly Word[]): boolean {
  return words.some((word, at) => (word.value === '-v' || word.value === '-R') && isUnknown(words[at + 1]));
}

function comparesUnknown(words: readonly Word[]): boolean {
  return words.some((word, at) => NUMERIC_TESTS.has(word.value ?? '') && (isUnknown(words[at - 1]) || isUnknown(words[at + 1])));
}

/** Environment variables are set by the user. */
function isUnknown(word: Word | undefined): boolean {
  if (word === undefined || word.value !== null || NUMBER.test(word.text)) return false;
  return word.choices === undefined ? !word.inherited : word.choices.some(({ value }) => value === null || /[[$`]/u.test(value));
}

/** Why a builtin may change what later commands run: it sets a variable that can, or one that isn't known. Undefined if it doesn't. */
export function whySetsWhatRuns(program: string, rest: readonly Word[]): string | undefined {
  const words = [literalWord(program), ...rest];
  const { names, others } = assignedBy(words);
  if (others) return SETS_UNKNOWN;
  const given = new Map(rest.map(assignmentIn).flatMap((one) => (one === undefined ? [] : [[one.name, one.value] as const])));
  const name = names.find((one) => {
    const value = given.get(one);
    return namesWhatRuns(one, value === undefined ? unknownWord(one) : literalWord(value));
  });
  return name === undefined ? undefined : `it sets ${name}, which may change what later commands do`;
}

const SETS_UNKNOWN = 'it sets a variable whose name is only known when it runs';

/** Builtins that set variables. */
const SETS_VARIABLES: ReadonlySet<string> = new Set(
  'export declare typeset local readonly read unset getopts mapfile readarray let printf [ [[ test wait'.split(' '),
);
const PLAIN: ReadonlySet<string> = new Set('set shopt for disown bg fg caller'.split(' '));

/** The hidden effects of shell builtins; undefined for other programs. */
export function builtinUnseen(program: string, rest: readonly Word[]): Unseen | undefined {
  if (evaluatesUnknownName(program, rest)) return mayRun('It evaluates a name that is only known when it runs.');
  if (PLAIN.has(program)) return NOTHING_UNSEEN;
  if (!SETS_VARIABLES.has(program)) return undefined;
  if (/^(?:mapfile|readarray)$/u.test(program) && rest.some(({ value }) => /^-\w*C/u.test(value ?? '')))
    return mayRun('It runs a text for each line.');
  const isUnnamed = program === 'read' && rest.some(({ value }) => value === null);
  const why = isUnnamed ? SETS_UNKNOWN : whySetsWhatRuns(program, rest);
  return why === undefined ? NOTHING_UNSEEN : mayRun(`I${why.slice(1)}.`);
}
