import { literalWord, type Word } from '../parse/word.ts';
import { assignmentIn, namesWhatRuns } from './names-what-runs.ts';
import { mayBeOneOf, operandsOf } from './risky-options.ts';
import { type FileEffect, type Tool, TOOLS } from './tool-table.ts';
import { mayRun, type Unseen } from './unseen.ts';

/** The hidden effects of a development tool; undefined for other programs. */
export function toolUnseen(program: string, rest: readonly Word[], isInProject: (file: string) => boolean): Unseen | undefined {
  const tool = TOOLS.get(program);
  if (tool === undefined) return undefined;
  if (rest.some((word) => mayBeOneOf(word, list(tool.risky)))) return mayRun('One of its options may run other code.');
  if (tool.anyWords !== true && !rest.every((word) => staysInside(word, isInProject)))
    return mayRun('It may run code from outside the project.');
  if (rest.some(setsWhatRuns)) return mayRun('It sets what the tool runs.');
  const [verb, next] = verbs(tool, rest);
  if (isNever(tool, verb, rest)) return mayRun('It may run code that isn’t the project’s own.');
  if (verb === undefined && tool.needsVerb === true) return mayRun('It may run what it reads.');
  if (verb !== undefined && !isOne(verb, tool.verbs)) return mayRun(`What ${program} ${verb.text} runs is not known.`);
  const expected = tool.next?.[verb?.value ?? ''];
  if (expected !== undefined && next !== undefined && !isOne(next, expected))
    return mayRun(`What ${program} ${next.text} runs is not known.`);
  const reaches = (effects: readonly FileEffect[] | undefined): boolean => (effects ?? []).some((effect) => applies(effect, verb, rest));
  return {
    ...(reaches(tool.writes) && { writes: 'It may change files that no word names.' }),
    ...(reaches(tool.reads) && { reads: 'It may show files that no word names.' }),
  };
}

/** The sub-command and the words after it, skipping a toolchain such as `+nightly`. */
function verbs(tool: Tool, rest: readonly Word[]): readonly (Word | undefined)[] {
  if (tool.verbs === undefined) return [];
  const operands = operandsOf(rest, list(tool.valued));
  return operands[0]?.value?.startsWith('+') === true ? operands.slice(1) : operands;
}

function isOne({ value, glob }: Word, pattern: string | undefined): boolean {
  return value !== null && !glob && new RegExp(`^(?:${pattern ?? ''})$`, 'u').test(value);
}

function isNever({ never }: Tool, verb: Word | undefined, rest: readonly Word[]): boolean {
  if (never === undefined || (never.verbs !== undefined && !isOne(verb ?? NO_WORD, never.verbs))) return false;
  return rest.some(({ value }) => never.words.test(value ?? ''));
}

function applies(effect: FileEffect, verb: Word | undefined, rest: readonly Word[]): boolean {
  if (effect.verbs !== undefined && !isOne(verb ?? NO_WORD, effect.verbs)) return false;
  const given = list(effect.with);
  if (given.length > 0 && !rest.some((word) => given.includes(word.value ?? '') || mayBeOneOf(word, given))) return false;
  return !rest.some(({ value }) => list(effect.unless).includes((value ?? '').split('=')[0] ?? ''));
}

const NO_WORD: Word = literalWord('');

/** Neither the word nor the value of an option in it is a path outside the project. */
function staysInside({ value, mayBeOption, inherited, glob }: Word, isInProject: (file: string) => boolean): boolean {
  if (value === null) return inherited || !mayBeOption;
  if (glob && /^[*?[]/u.test(value)) return false;
  if (/(?:^|=)\/dev\/null$/u.test(value)) return true;
  const parts = [value, /^[^=]*=(.+)$/su.exec(value)?.[1], /^-[A-Za-z](.+)$/su.exec(value)?.[1]];
  return parts.every((part) => part === undefined || !/^(?:\/|~|(?:.*\/)?\.\.(?:\/|$))/su.test(part) || isInProject(part));
}

/** `CC=./x` for make: a variable that names a program, or a value that a shell would interpret. */
function setsWhatRuns(word: Word): boolean {
  const set = assignmentIn(word);
  return set !== undefined && (namesWhatRuns(set.name, word) || set.name.startsWith('.') || !/^[\w.,:+@%/-]*$/u.test(set.value));
}

const list = (names: string | undefined): readonly string[] => (names ?? '').split(' ').filter(Boolean);
