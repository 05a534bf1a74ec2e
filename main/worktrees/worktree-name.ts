import { randomBytes } from 'node:crypto';

const MAX_CHARS = 64;
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/u;

/** Why a name can't be used for a worktree; `undefined` if it can. */
export function nameProblem(name: string): string | undefined {
  const rule = `A name has at most ${MAX_CHARS} letters, digits, dots, underscores and hyphens, in parts separated by slashes.`;
  if (name.length > MAX_CHARS) return rule;
  for (const part of name.split('/')) {
    if (!SEGMENT.test(part)) return `${rule} Each part begins with a letter, a digit or an underscore.`;
    // git refuses these in the names of branches, and Windows in the names of files.
    if (part.includes('..') || part.endsWith('.') || part.toLowerCase().endsWith('.lock'))
      return 'A part of a name can’t contain “..” or end in “.” or “.lock”.';
  }
  return undefined;
}

export function randomName(): string {
  return randomBytes(4).toString('hex');
}

/** The name of its folder, unique for each name. */
export function folderName(name: string): string {
  return name.replaceAll('/', '+');
}

export function branchName(name: string): string {
  return `worktree-${folderName(name)}`;
}
