import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { entriesOf } from './entries-of.ts';

/** Files from which ripgrep reads ignore patterns (ripgrep guide, “Automatic filtering”). */
const IGNORE_FILES: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);
const MAX_BYTES = 64 * 1024;
/** Most names read, breadth first: an exception deep in a large tree isn't found. */
const MAX_NAMES = 3000;
const NOT_SEARCHED: ReadonlySet<string> = new Set(['node_modules', '.git']);

export function isIgnoreFile(file: string): boolean {
  return IGNORE_FILES.has(path.basename(file).toLowerCase());
}

/**
 * Names that ignore files re-include, such as `!.env`: a search that skips hidden names reads these anyway. Covers the folders, their
 * content and their parents.
 */
export function ignoreExceptions(folders: readonly string[], home: string): readonly string[] {
  const found = exceptionsIn(path.join(home, '.config/git/ignore'));
  const above = new Set(folders.flatMap(ancestors));
  for (const folder of above) {
    for (const name of IGNORE_FILES) found.push(...exceptionsIn(path.join(folder, name)));
    found.push(...exceptionsIn(path.join(folder, '.git/info/exclude')));
  }
  let seen = 0;
  const waiting = [...folders];
  for (let at = 0; at < waiting.length; at++) {
    const folder = waiting[at] ?? '';
    for (const item of entriesOf(folder)) {
      if (++seen > MAX_NAMES) return found;
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

/** The last path segment of each pattern. */
function exceptionsIn(file: string): string[] {
  const read = readBounded(file, MAX_BYTES);
  if (read.kind === 'unreadable') return ['*'];
  if (read.kind === 'missing') return [];
  const patterns = [...read.text.matchAll(/^!(.*?)[ \t\r]*$/gmu)].map(([, pattern = '']) => pattern);
  return patterns.map(lastName);
}

/** `/a/**` re-includes everything in `a`. Brackets and braces, which may contain a slash, count as anything. */
export function lastName(pattern: string): string {
  const plain = pattern.replace(/\{.*\}|\[.*\]/gsu, '*');
  const name = plain.replace(/\/+$/u, '').split('/').at(-1) ?? '';
  return name === '**' ? '*' : name;
}
