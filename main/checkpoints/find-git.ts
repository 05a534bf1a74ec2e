import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, sep } from 'node:path';

/**
 * The absolute path of git on this machine, `undefined` when there is none. A program inside the project isn't it: the folder may be
 * on the path (`node_modules/.bin` is, under npm) and is hostile.
 */
export function findGit(env: NodeJS.ProcessEnv, projectDir: string): string | undefined {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find((file) => isProgram(file) && !isUnder(file, projectDir));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Either as it is written or where it leads. */
function isUnder(file: string, dir: string): boolean {
  return [file, realpathSync(file)].some((path) => path.startsWith(dir.endsWith(sep) ? dir : `${dir}${sep}`));
}
