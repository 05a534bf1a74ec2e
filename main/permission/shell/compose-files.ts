import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { foldersAbove } from './folders-above.ts';

const MAX_COMPOSE_BYTES = 1024 * 1024;

export const COMPOSE_FILES: readonly string[] = ['compose', 'docker-compose'].flatMap((name) =>
  ['', '.override'].flatMap((part) => ['yaml', 'yml'].map((suffix) => `${name}${part}.${suffix}`)),
);

/** Keys that name other files, possibly on a server; with escapes, a quoted key may be any of them (Compose specification). */
const NAMES_OTHERS = /include|extends|\\/u;
/** Variables that select the files or the server. */
const CHOOSES_FILES = /^\s*(?:export\s+)?(?:COMPOSE|DOCKER)_/mu;

/** Whether compose would load more than the project's own file to find its containers. */
export function composeMayFetch(dir: string, projectDir: string): boolean {
  const has = (folder: string, name: string, pattern: RegExp): boolean => {
    const read = readBounded(path.join(folder, name), MAX_COMPOSE_BYTES);
    return read.kind === 'unreadable' || (read.kind === 'text' && pattern.test(read.text));
  };
  return foldersAbove(dir, projectDir).some(
    (folder) => COMPOSE_FILES.some((name) => has(folder, name, NAMES_OTHERS)) || has(folder, '.env', CHOOSES_FILES),
  );
}
