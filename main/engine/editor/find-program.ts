import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { isWithin } from '#main/settings/real-path.ts';

/** The program of that name on `PATH`, or at that absolute place; never one that lies in the project. `undefined` when there is none. */
export function findProgram(name: string, env: Readonly<Record<string, string | undefined>>, projectDir: string): string | undefined {
  const isName = !/[/\\]/u.test(name);
  if (!isName && !isAbsolute(name)) return undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const candidates = isName ? folders.map((folder) => join(folder, name)) : [name];
  return candidates.find((file) => isProgram(file) && ![file, realpathSync(file)].some((path) => isWithin(path, projectDir)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
