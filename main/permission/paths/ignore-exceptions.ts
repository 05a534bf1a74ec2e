import { lstatSync } from 'node:fs';
import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { entriesOf } from './entries-of.ts';

/** Files from which ripgrep reads ignore patterns (ripgrep guide, “Automatic filtering”). */
const IGNORE_FILES: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);
const MAX_BYTES = 64 * 1024;
/** Beyond so many names any exception may be below. */
const MAX_NAMES = 12_000;
const NOT_SEARCHED: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** Any name. */
const ALL = ['*'];

export function isIgnoreFile(file: string): boolean {
  return IGNORE_FILES.has(path.basename(file).toLowerCase());
}

/**
 * Names that ignore files re-include, such as `!.env`: a search that skips hidden names reads these anyway. Covers the folders, their
 * content and their parents.
 */
export function ignoreExceptions(folders: readonly string[], home: string): readonly string[] {
  const found: string[] = [...exceptionsIn(path.join(home, '.config/git/ignore'))];
  const above = new Set(folders.flatMap(ancestors));
  for (const folder of above) {
    for (const name of IGNORE_FILES) found.push(...exceptionsIn(path.join(folder, name)));
    found.push(...exceptionsOfRepository(path.join(folder, '.git')));
  }
  let seen = 0;
  const waiting = [...folders];
  for (let at = 0; at < waiting.length; at++) {
    const folder = waiting[at] ?? '';
    for (const item of entriesOf(folder)) {
      if (++seen > MAX_NAMES) return ALL;
      if (item.name === '.git' && at >= folders.length) found.push(...exceptionsOfRepository(path.join(folder, item.name)));
      if (item.isDirectory() && !NOT_SEARCHED.has(item.name)) waiting.push(path.join(folder, item.name));
      else if (at >= folders.length && isIgnoreFile(item.name)) found.push(...exceptionsIn(path.join(folder, item.name)));
    }
  }
  return found;
}

/** Includes the folder itself. */
function ancestors(folder: string): string[] {
  const found = [folder];
  for (let current = folder; path.dirname(current) !== current; current = path.dirname(current)) found.push(path.dirname(current));
  return found;
}

/** Of a file `.git`, as in a linked work tree, those of the repository that it names. */
function exceptionsOfRepository(git: string): readonly string[] {
  const read = isFile(git) ? readBounded(git, MAX_BYTES) : undefined;
  if (read === undefined) return exceptionsIn(path.join(git, 'info/exclude'));
  const named = read.kind === 'text' ? /^gitdir: (.+)$/mu.exec(read.text)?.[1] : undefined;
  if (named === undefined) return ALL;
  const gitDir = path.resolve(path.dirname(git), named);
  const common = readBounded(path.join(gitDir, 'commondir'), MAX_BYTES);
  const folders = [gitDir, ...(common.kind === 'text' ? [path.resolve(gitDir, common.text.trim())] : [])];
  return folders.flatMap((folder) => exceptionsIn(path.join(folder, 'info/exclude')));
}

function isFile(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // Below a file, or out of reach: reading what would be in it says so.
    return false;
  }
}

/** The last path segment of each pattern. ripgrep ends a line at a line feed, and takes away all white space at its end. */
function exceptionsIn(file: string): readonly string[] {
  const read = readBounded(file, MAX_BYTES);
  if (read.kind === 'unreadable') return ALL;
  if (read.kind === 'missing') return [];
  const lines = read.text.replace(/^\uFEFF/u, '').split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => lastName(line.slice(1).replace(/[\s\u0085]+$/u, '')));
}

/** `/a/**` re-includes everything in `a`. Brackets and braces, which may contain a slash, count as anything. */
export function lastName(pattern: string): string {
  const plain = pattern.replace(/\{.*\}|\[.*\]/gsu, '*');
  const name = plain.replace(/\/+$/u, '').split('/').at(-1) ?? '';
  return name === '**' ? '*' : name;
}
