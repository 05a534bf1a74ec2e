import os from 'node:os';
import path from 'node:path';

/** A path as the model wrote it, made absolute: `~` is the home folder, anything relative starts at `cwd`. */
export function absolutePath(input: string, cwd: string): string {
  if (input === '~') return os.homedir();
  if (input.startsWith('~/')) return path.join(os.homedir(), input.slice(2));
  return path.resolve(cwd, input);
}

/** How a path is shown: relative to `base` when it lies inside, else as it is. */
export function displayPath(input: string, base: string): string {
  if (!path.isAbsolute(input)) return input;
  const relative = path.relative(base, input);
  if (relative === '') return '.';
  return relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative) ? input : relative;
}
