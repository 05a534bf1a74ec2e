import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { EffectsContext } from '../effects-context.ts';
import type { Word } from '../parse/word.ts';
import { gitVerbAt } from './git-verb.ts';

/** They make a branch, so that the next word is what it starts at. */
const MAKES_BRANCH = /^(?:-[a-zA-Z]*[bBt]|--(?:orphan|track)(?:=.*)?)$/u;

/** No name of a branch has one of these (git-check-ref-format). */
const PATTERN = /^:|[*?[\\]/u;

/**
 * `git checkout src`, without `--`: the changes in a folder or file are lost. A word is taken for a path if it has the form of a pathspec, or
 * leads to something on disk; git refuses one that is also the name of a branch.
 */
export function discardsPaths(rest: readonly Word[], context: EffectsContext): boolean {
  const values = rest.map(({ value }) => value ?? '');
  const at = gitVerbAt(values);
  if (values[at] !== 'checkout') return false;
  const words = values.slice(at + 1);
  if (words.some((word) => MAKES_BRANCH.test(word))) return false;
  const folders = [context.dir, ...context.others.map(({ dir }) => dir)].map((dir) => underFolderOptions(dir, values.slice(0, at)));
  return words.some((word) => word !== '' && !word.startsWith('-') && (PATTERN.test(word) || folders.some((dir) => exists(dir, word))));
}

/** `git -C folder` */
function underFolderOptions(dir: string, globals: readonly string[]): string {
  return globals.reduce((from, word, at) => (globals[at - 1] === '-C' ? path.resolve(from, word) : from), dir);
}

function exists(dir: string, word: string): boolean {
  try {
    return lstatSync(path.resolve(dir, word), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Not a folder, or one that may not be searched.
    return true;
  }
}
