import { statSync, type Stats } from 'node:fs';
import { deviceMessage, isMissing } from './file-access.ts';

/** What stands at the place a search starts from. Throws a message that says where relative paths begin. */
export function searchRoot(root: string, asGiven: string, cwd: string): 'file' | 'folder' {
  let stats: Stats;
  try {
    stats = statSync(root);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`Path does not exist: ${asGiven}. Note: your current working directory is ${cwd}.`, { cause: error });
  }
  if (stats.isDirectory()) return 'folder';
  // A search that is given one by name opens it, and may never come to its end.
  if (!stats.isFile()) throw new Error(deviceMessage(asGiven));
  return 'file';
}
