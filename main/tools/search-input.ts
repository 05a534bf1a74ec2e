import { type Stats, statSync } from 'node:fs';
import type { ValidationResult } from '#main/tool/tool.ts';
import { isMissing } from '#shared/error-code.ts';
import { deviceMessage } from './file-access.ts';

/** Folders of version control systems: never searched. */
export const VCS_FOLDERS = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl'];

/** Arguments for ripgrep. `.ignore` and `.rgignore` files always count. */
export function gitignoreArguments(respects: boolean): string[] {
  return respects ? [] : ['--no-ignore-vcs'];
}

/** Linux limits an argument to 128 KB, and a search's time and memory grow with the square of the length. */
const MAX_BYTES = 10_000;

/** Refuses fields that can't be passed to ripgrep. */
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

/** Only in the pattern it can be written another way. */
function nullAdvice(field: string): string {
  return field === 'pattern' ? ' To look for one in files, Grep takes \\x00.' : '';
}

/** Whether the root of a search is a file or a folder. Throws for anything else, with a message that names the working directory. */
export function searchRoot(root: string, asGiven: string, cwd: string): 'file' | 'folder' {
  let stats: Stats;
  try {
    stats = statSync(root);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new Error(`Path does not exist: ${asGiven}. Note: your current working directory is ${cwd}.`, { cause: error });
  }
  if (stats.isDirectory()) return 'folder';
  // Ripgrep opens anything that is named outright, and might never end.
  if (!stats.isFile()) throw new Error(deviceMessage(asGiven));
  return 'file';
}
