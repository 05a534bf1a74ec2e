import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isInside } from './is-inside.ts';

/**
 * The program of that name on `PATH`, or at that absolute place; `undefined` when there is none. One inside the project, as it is written
 * or where it leads, isn't it: that folder may be on the path (`node_modules/.bin` is, under npm) and is hostile.
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
