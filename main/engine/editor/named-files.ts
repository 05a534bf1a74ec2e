import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';

export interface NamedFile {
  /** As passed to the editor. */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

export interface NamedFileSearch {
  readonly texts: readonly string[];
  /** Real paths; relative names are resolved against the first. Nothing outside is checked or reported. */
  readonly folders: readonly [project: string, ...others: string[]];
}

const PLACE = /^(?<path>.+?):(?<line>\d{1,7})(?::(?<column>\d{1,6}))?$/u;

/** Which of the texts name an existing file: `src/app.ts`, `src/app.ts:12:3`. In the same order, `null` for the others. */
export async function findNamedFiles({ texts, folders }: NamedFileSearch): Promise<(NamedFile | null)[]> {
  return Promise.all(texts.map((text) => namedFile(text, folders)));
}

async function namedFile(text: string, folders: NamedFileSearch['folders']): Promise<NamedFile | null> {
  // A file name may contain a colon, so the whole text is tried first.
  if (await isFileOf(text, folders)) return { path: text };
  const { path, line, column } = PLACE.exec(text)?.groups ?? {};
  if (path === undefined || !(await isFileOf(path, folders))) return null;
  return { path, line: Math.max(1, Number(line)), ...(column !== undefined && { column: Math.max(1, Number(column)) }) };
}

async function isFileOf(path: string, folders: NamedFileSearch['folders']): Promise<boolean> {
  const absolute = resolve(folders[0], path);
  if (path === '' || path.includes('\0') || !folders.some((folder) => isInside(absolute, folder))) return false;
  try {
    const real = await realpath(absolute);
    return folders.some((folder) => isInside(real, folder)) && (await stat(real)).isFile();
  } catch {
    // No such file, or none that can be read: not named.
    return false;
  }
}
