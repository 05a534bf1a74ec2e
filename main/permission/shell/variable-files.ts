import { isHarmlessVariable } from './harmless-variables.ts';
import type { PathUse } from './option-spec.ts';
import type { RawAssignment } from './parse/raw-command.ts';
import type { Word } from './parse/word.ts';

/** The files that variables set for a command may name. */
export function variableFiles(assignments: readonly RawAssignment[]): PathUse[] {
  return assignments
    .filter(({ name, value }) => mayNameFile(name, value))
    .map(({ name, value: word }) => ({ word, value: word.value, access: accessBy(name), via: 'operand', recursive: false }));
}

/** A variable may name a file to write; a computed value matters only for variables that programs are known to write to. */
function mayNameFile(name: string, { value }: Word): boolean {
  if (value === null) return /TRACE|LOG|HISTFILE|OUTPUT/u.test(name);
  return !isHarmlessVariable(name) && /[/.]/u.test(value) && value.length <= 1000 && !value.includes('\n');
}

/** Git writes a trace to the file, and what it checks out to the folder, that such a variable names. */
function accessBy(name: string): PathUse['access'] {
  return /^GIT_(?:TRACE\w*|WORK_TREE)$/u.test(name) ? 'write' : 'mention';
}
