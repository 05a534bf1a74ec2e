import { stat } from 'node:fs/promises';
import { isMissing } from './file-access.ts';

/** What stands at the place a search starts from. Throws a message that says where relative paths begin. */
export async function searchRoot(root: string, asGiven: string, cwd: string): Promise<'file' | 'folder'> {
  try {
    return (await stat(root)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`Path does not exist: ${asGiven}. Note: your current working directory is ${cwd}.`, { cause: error });
  }
}
