import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder named on a command line, absolute: the first argument that is one. Options belong to Electron. */
export function folderArgument(args: readonly string[], workingDir: string): string | undefined {
  return args
    .filter((arg) => arg !== '' && !arg.startsWith('-'))
    .map((arg) => resolve(workingDir, arg))
    .find(isFolder);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
