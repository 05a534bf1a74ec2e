import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { physicalPath, realPath } from '../paths/real-path.ts';
import { climbs, climbsBack } from '../paths/spelling.ts';
import { runsAnyTime } from './parse/known-variables.ts';
import type { WorkingDir } from './parse/raw-command.ts';
import { inSameShell } from './parse/same-shell.ts';
import type { Word } from './parse/word.ts';
import type { GitLook } from './git/git-repository.ts';

/** For a location that can't be determined. */
export const UNCLEAR: GitLook = { problem: 'where it looks is not clear' };

/**
 * The folder git uses after its `-C` options, each relative to the one before; absolute. Undefined when it depends on a home folder, or on
 * a `..` that may not lead where the spelling says.
 */
export function gitFolder(start: string, folders: readonly string[]): string | undefined {
  let dir = start;
  for (const folder of folders) {
    if (folder.startsWith('~') || climbsBack(folder)) return undefined;
    const next = path.resolve(dir, folder);
    if (climbs(folder) && physicalPath(`${dir}${path.sep}${folder}`) !== realPath(next)) return undefined;
    dir = next;
  }
  return dir;
}

/** The working directory after a command: `cd` changes it, `eval` and `source` may. */
export function workingDirAfter(words: readonly Word[], workingDir: WorkingDir, home: string): WorkingDir {
  const plain = inSameShell(words);
  const name = plain[0]?.value;
  if (name === 'eval' || name === 'source' || name === '.' || name === null || runsAnyTime(words))
    return { ...workingDir, moved: true, uncertain: true };
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return workingDir;
  const dashes = plain.findIndex(({ value }) => value === '--');
  const options = plain.slice(1, dashes < 0 ? undefined : dashes).filter(({ value }) => /^-./u.test(value ?? ''));
  // With `-P` links are resolved first, which only the disk can tell. Other options, and programs of other shells, may be an error.
  if (options.some(({ value }) => value !== '-L') || words.some(({ value }) => value === 'noglob'))
    return { ...workingDir, moved: true, uncertain: true };
  const operands = plain.slice(1).filter((word, at) => at + 1 !== dashes && !options.includes(word));
  const target = operands[0];
  const value = target === undefined ? (name === 'cd' ? home : null) : target.value;
  if (value === null || value === '-' || operands.length > 1 || target?.glob === true)
    return { ...workingDir, moved: true, uncertain: true };
  const fromHome = target?.tilde === true && /^~(?:\/|$)/u.test(value);
  const follow = (from: string): string => (fromHome ? path.join(home, value.slice(1)) : path.resolve(from, value));
  const dir = follow(workingDir.dir);
  const others = workingDir.others.map((other) => ({ ...other, dir: follow(other.dir) })).filter((other) => other.dir !== dir);
  return { dir, moved: workingDir.moved || dir !== workingDir.dir, uncertain: workingDir.uncertain, others };
}

/** Beyond this many folders the working directory counts as unknown. */
const MAX_OTHERS = 16;

/** The working directory after a command that may have changed it, but may have failed or, unless `sure`, not have run at all. */
export function workingDirIfSkipped(before: WorkingDir, after: WorkingDir, sure: boolean): WorkingDir {
  const stayed = { dir: before.dir, unless: sure ? after.dir : undefined };
  const others = [...after.others, ...before.others, ...(before.dir === after.dir ? [] : [stayed])];
  const distinct = [...new Map(others.map((other) => [`${other.dir}\0${other.unless ?? ''}`, other])).values()];
  return distinct.length > MAX_OTHERS ? { ...after, uncertain: true, others: [] } : { ...after, others: distinct };
}

/**
 * The folders that a command may run in, as far as the disk shows: a `cd` to an accessible folder succeeded. If the folder doesn't exist
 * (yet), the working directory is unknown.
 */
export function workingDirOnDisk(workingDir: WorkingDir): WorkingDir {
  if (workingDir.moved && !isFolder(workingDir.dir)) return { ...workingDir, uncertain: true };
  const others = workingDir.others.filter(({ unless }) => unless === undefined || !isFolder(unless));
  return others.length > MAX_LOOKED_AT ? { ...workingDir, uncertain: true, others: [] } : { ...workingDir, others };
}

/** Every path of a command is resolved in each of these folders. */
const MAX_LOOKED_AT = 3;

function isFolder(dir: string): boolean {
  try {
    accessSync(dir, constants.X_OK);
    return statSync(dir).isDirectory();
  } catch {
    // `cd` would fail there too.
    return false;
  }
}

export function sameWorkingDir(one: WorkingDir, other: WorkingDir): boolean {
  return one.dir === other.dir && one.uncertain === other.uncertain && one.others.length === other.others.length;
}
