import { statSync } from 'node:fs';
import path from 'node:path';
import type { ShellPlace } from './raw-command.ts';
import type { Word } from './word.ts';

/** Keywords and builtins that run another builtin in this very shell. */
const SAME_SHELL = /^(?:command|builtin|time|noglob|-p|--)$/u;

/** Where the shell stands after a command: `cd` moves it, `eval` and `source` may. */
export function placeAfter(words: readonly Word[], place: ShellPlace, home: string): ShellPlace {
  const start = words.findIndex((word) => !SAME_SHELL.test(word.value ?? ''));
  const plain = start < 0 ? [] : words.slice(start);
  const name = plain[0]?.value;
  if (name === 'eval' || name === 'source' || name === '.' || name === null) return { ...place, moved: true, uncertain: true };
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return place;
  // Then links count as the folders they lead to, which only the disk can tell.
  if (plain.some((word) => /^-[Le@]*P/u.test(word.text))) return { ...place, moved: true, uncertain: true };
  const operands = plain.slice(1).filter((word) => word.text !== '--' && !/^-[LPe@]+$/u.test(word.text));
  const target = operands[0];
  const value = target === undefined ? (name === 'cd' ? home : null) : target.value;
  if (value === null || value === '-' || operands.length > 1 || target?.glob === true)
    return { dir: place.dir, moved: true, uncertain: true };
  const fromHome = target?.tilde === true && /^~(?:\/|$)/u.test(value);
  const dir = fromHome ? path.join(home, value.slice(1)) : path.resolve(place.dir, value);
  return { dir, moved: place.moved || dir !== place.dir, uncertain: place.uncertain };
}

/** A `cd` that fails leaves the shell where it was: nobody knows where, once the folder isn't there. */
export function placeOnDisk(place: ShellPlace): ShellPlace {
  return place.moved && !isFolder(place.dir) ? { ...place, uncertain: true } : place;
}

function isFolder(dir: string): boolean {
  try {
    return statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
