import os from 'node:os';
import path from 'node:path';

/** Makes a path that the model wrote absolute: `~` is the home folder, relative paths start at `cwd`. */
export function absolutePath(input: string, cwd: string): string {
  if (input === '~') return os.homedir();
  if (input.startsWith('~/')) return path.join(os.homedir(), input.slice(2));
  return path.resolve(cwd, input);
}

/** Characters of a path that Linux takes; other systems take fewer. */
const MAX_PATH_CHARS = 4096;

/** Why a path that the model wrote can't be one, as a message for the model. */
export function pathProblem(input: string): string | undefined {
  if (input.includes('\0')) return 'The path must not contain a null character.';
  if (input.length <= MAX_PATH_CHARS) return undefined;
  return `The path is too long: ${String(input.length)} characters, at most ${String(MAX_PATH_CHARS)}.`;
}

/** A path for display: relative to `base` if it is inside, otherwise unchanged. */
export function displayPath(input: string, base: string): string {
  if (!path.isAbsolute(input)) return input;
  const relative = path.relative(base, input);
  if (relative === '') return '.';
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative) ? input : relative;
}
