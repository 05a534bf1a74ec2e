import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isMissing } from '#shared/error-code.ts';

export interface CoverageTarget {
  /** Real, absolute. */
  readonly path: string;
  /** Nothing is lost if it doesn’t exist. */
  readonly mayBeMissing: boolean;
}

/** With more files and folders, nothing is said. */
const MAX_ENTRIES = 2000;

/**
 * The files at and below these paths, relative to the project folder; `undefined` where one of them isn’t covered, or an empty folder would be
 * lost.
 * @param covers whether a checkpoint has the file with this path, relative to the project folder.
 */
export async function coveredFiles(
  projectDir: string,
  targets: readonly CoverageTarget[],
  covers: (path: string) => boolean,
): Promise<ReadonlySet<string> | undefined> {
  const files = new Set<string>();
  const left = [...targets];
  for (const [index, { path, mayBeMissing }] of left.entries()) {
    const name = relative(projectDir, path).split(sep).join('/');
    // The project folder itself, and what is elsewhere.
    if (name === '' || name === '..' || name.startsWith('../') || index > MAX_ENTRIES) return undefined;
    const stat = await lstat(path).catch((error: unknown) => (isMissing(error) ? 'missing' : 'unreadable'));
    if (stat === 'missing' && mayBeMissing) continue;
    if (typeof stat === 'string') return undefined;
    if (!stat.isDirectory()) {
      if (!covers(name)) return undefined;
      files.add(name);
      continue;
    }
    // A folder that can’t be read counts as empty.
    const entries = await readdir(path).catch(() => []);
    if (entries.length === 0) return undefined;
    left.push(...entries.map((entry) => ({ path: join(path, entry), mayBeMissing: false })));
  }
  return files;
}
