import { type Stats, statSync } from 'node:fs';
import type { ValidationResult } from '#main/tool/tool.ts';
import { deviceMessage, isMissing } from './file-access.ts';

/** Folders of version control systems: never searched. */
export const VCS_FOLDERS = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl'];

/** The system starts no program with an argument of 128 KB, and time and memory of a search grow with the square of it. */
const MAX_BYTES = 10_000;

/** What can't be handed to the search program, by field. */
export function checkSearchInput(fields: Readonly<Record<string, string | undefined>>): ValidationResult {
  for (const [name, value = ''] of Object.entries(fields)) {
    if (value.includes('\0')) return { ok: false, message: `${name} must not contain a null character.${nullAdvice(name)}` };
    const bytes = Buffer.byteLength(value);
    if (bytes > MAX_BYTES) {
      return {
        ok: false,
        message: `${name} is too long to search with: ${String(bytes)} bytes, at most ${String(MAX_BYTES)}. Use a shorter one, or several searches.`,
      };
    }
  }
  return { ok: true };
}

/** The one field that can say it otherwise. */
function nullAdvice(field: string): string {
  return field === 'pattern' ? ' To look for one in files, Grep takes \\x00.' : '';
}

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
