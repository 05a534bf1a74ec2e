import os from 'node:os';
import path from 'node:path';

/** Makes a path that the model wrote absolute: `~` is the home folder, relative paths start at `cwd`. */
export function absolutePath(input: string, cwd: string): string {
  if (input === '~') return os.homedir();
  if (input.startsWith('~/')) return path.join(os.homedir(), input.slice(2));
  return path.resolve(cwd, input);
}

/** A path for display: relative to `base` if it is inside, otherwise unchanged. */
export function displayPath(input: string, base: string): string {
  if (!path.isAbsolute(input)) return input;
  const relative = path.relative(base, input);
  if (relative === '') return '.';
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative) ? input : relative;
}
