import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing } from '#shared/error-code.ts';
import type { Loss } from '#shared/session/loss.ts';

export interface CoverageTarget {
  /** Real, absolute. */
  readonly path: string;
  /** It is written: nothing is lost if it doesn’t exist, and not all that is in it if it is a folder. */
  readonly mayBeMissing: boolean;
}

/** With more files and folders, nothing is said. */
const MAX_ENTRIES = 2000;

/**
 * What is lost with these paths and everything below them, and the covered files among them, relative to the project folder.
 * @param covers whether a checkpoint has the file with this path, relative to the project folder.
 */
export async function coveredFiles(
  projectDir: string,
  targets: readonly CoverageTarget[],
  covers: (path: string) => boolean,
): Promise<{ readonly loss: Loss; readonly files: ReadonlySet<string> }> {
  const files = new Set<string>();
  const left = [...targets];
  let isSure = true;
  for (const [index, { path, mayBeMissing }] of left.entries()) {
    if (index > MAX_ENTRIES) return { loss: 'unknown', files };
    const name = relative(projectDir, path).split(sep).join('/');
    const isElsewhere = isOutside(name);
    const stat = await lstat(path).catch((error: unknown) => (isMissing(error) ? 'missing' : 'unreadable'));
    if (stat === 'missing') {
      if (isElsewhere && mayBeMissing) isSure = false;
    } else if (typeof stat === 'string') {
      isSure = false;
    } else if (isElsewhere || !stat.isDirectory()) {
      if (!isElsewhere && covers(name)) files.add(name);
      else if (mayBeMissing) isSure = false;
      else return { loss: 'final', files };
    } else {
      // A folder that can’t be read counts as empty.
      const entries = await readdir(path).catch(() => []);
      // No checkpoint has an empty folder, nor the project folder itself.
      if (entries.length === 0 || name === '') isSure = false;
      for (const entry of entries) left.push({ path: join(path, entry), mayBeMissing });
    }
  }
  if (!isSure) return { loss: 'unknown', files };
  return { loss: files.size > 0 ? 'covered' : 'nothing', files };
}

/** @param name relative to the project folder. */
function isOutside(name: string): boolean {
  return name === '..' || name.startsWith('../');
}

/** Those that no checkpoint of this project can cover. */
export function elsewhere(projectDir: string, targets: readonly CoverageTarget[]): readonly CoverageTarget[] {
  return targets.filter(({ path }) => isOutside(relative(projectDir, path).split(sep).join('/')));
}
