import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from './is-inside.ts';

/**
 * Finds a program by name on `PATH` or by absolute path; `undefined` if there is none. Skips programs inside the project, by their own or
 * their real path: the project is untrusted and may be on `PATH` (npm adds `node_modules/.bin`).
 */
export function findProgram(name: string, env: Readonly<Record<string, string | undefined>>, projectDir: string): string | undefined {
  const isName = !/[/\\]/u.test(name);
  if (!isName && !path.isAbsolute(name)) return undefined;
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const candidates = isName ? folders.map((folder) => path.join(folder, name)) : [name];
  return candidates.find((file) => isProgram(file) && ![file, realpathSync(file)].some((one) => isInside(one, projectDir)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
