import { statSync } from 'node:fs';
import { isMissing } from './file-access.ts';

/** What stands at the place a search starts from. Throws a message that says where relative paths begin. */
export function searchRoot(root: string, asGiven: string, cwd: string): 'file' | 'folder' {
  try {
    return statSync(root).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`Path does not exist: ${asGiven}. Note: your current working directory is ${cwd}.`, { cause: error });
  }
}
