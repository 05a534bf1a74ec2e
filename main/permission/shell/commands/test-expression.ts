import { choicesOf, type PathUse } from '../option-spec.ts';
import { startsOpen } from '../glob-sight.ts';
import type { Word } from '../parse/word.ts';

const FILE_TESTS = new Set([
  '-a',
  '-b',
  '-c',
  '-d',
  '-e',
  '-f',
  '-g',
  '-h',
  '-k',
  '-p',
  '-r',
  '-s',
  '-t',
  '-u',
  '-w',
  '-x',
  '-G',
  '-L',
  '-N',
  '-O',
  '-S',
]);
const TEXT_TESTS = new Set(['-n', '-z', '-o']);
const COMPARE = new Set(['=', '==', '!=', '=~', '<', '>', '-nt', '-ot', '-ef']);
const NUMERIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);
const BEHIND = new Set([')', '&&', '||', '-a', '-o', ']', ']]']);
const BEFORE = new Set(['!', '(']);
const JOIN = new Set(['!', '(', ')', '&&', '||', '-a', '-o', ']', ']]']);

/**
 * The paths a test reads; undefined when it may do more. Numeric comparisons take plain numbers only, because the shell evaluates names
 * there, `a[$(…)]` included; `-v` and `-R` do the same. `[[` doesn't split words or expand globs.
 */
export function quietTest(words: readonly Word[], splits: boolean): PathUse[] | undefined {
  const paths: PathUse[] = [];
  // File names could be read as operators.
  if (splits && words.some((word) => word.glob && startsOpen(word))) return undefined;
  // After a complete test `-a` and `-o` join it to another one, otherwise they are tests themselves.
  let isWhole = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) return undefined;
    if (isWhole) {
      if (word.value === null || !BEHIND.has(word.value)) return undefined;
      isWhole = word.value.startsWith(')') || word.value.startsWith(']');
      continue;
    }
    isWhole = !BEFORE.has(word.value ?? '');
    const next = words[i + 1];
    const operator = next?.value ?? '';
    const value = word.value;
    if (COMPARE.has(operator) || NUMERIC.has(operator)) {
      const right = words[i + 2];
      if (right === undefined || !harmless(word) || !harmless(right)) return undefined;
      if (NUMERIC.has(operator) && !(isNumber(word) && isNumber(right))) return undefined;
      if (operator === '-nt' || operator === '-ot' || operator === '-ef') paths.push(...listed(word), ...listed(right));
      i += 2;
    } else if (value !== null && FILE_TESTS.has(value) && next !== undefined && !JOIN.has(operator)) {
      if (value !== '-t') paths.push(...listed(next));
      i += 1;
    } else if (value !== null && TEXT_TESTS.has(value) && next !== undefined && !word.expands) {
      if (!harmless(next)) return undefined;
      i += 1;
    } else if (value !== null && (JOIN.has(value) || !value.startsWith('-'))) continue;
    else return undefined;
  }
  return paths;
}

function harmless(word: Word): boolean {
  return word.value !== null || word.harmlessExpansion;
}

function isNumber(word: Word): boolean {
  return /^[+-]?\d+$/u.test(word.value ?? '') || (word.value === null && /^"?\$[#?]"?$/u.test(word.text));
}

function listed(word: Word): PathUse[] {
  return choicesOf(word).map((choice) => ({ word: choice, value: choice.value, access: 'list', via: 'operand', recursive: false }));
}
