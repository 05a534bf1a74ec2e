import path from 'node:path';
import { fold } from './folded.ts';
import { PROTECTED_FILES, PROTECTED_FOLDERS, PROTECTED_IN_PACKAGES, PROTECTED_NESTED } from './protected-names.ts';

const folders: ReadonlySet<string> = new Set(PROTECTED_FOLDERS);
const files: ReadonlySet<string> = new Set(PROTECTED_FILES.filter((name) => !name.includes('*')));
const filePatterns = new RegExp(
  `^(?:${PROTECTED_FILES.filter((name) => name.includes('*'))
    .map((name) => name.replaceAll('.', String.raw`\.`).replaceAll('*', '.*'))
    .join('|')})$`,
  'u',
);

/**
 * The protected part of a path, or undefined. Changing it asks even if allow rules cover it, since its content is later run or obeyed.
 * `below` is where the search starts: parts above it don't count.
 */
export function protectedPart(absolute: string, below: string | undefined): string | undefined {
  const relative = below === undefined ? absolute : path.relative(below, absolute);
  const parts = relative
    .split(/[\\/]/u)
    .map(plain)
    .filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1];
    if (part === '.claude' && next === 'worktrees' && index + 2 < parts.length) continue;
    if (folders.has(part)) return part;
    if (next !== undefined && PROTECTED_NESTED.get(part)?.includes(next) === true) return `${part}/${next}`;
    if (index === parts.length - 1 && isObeyedFile(part, parts[index - 1])) return part;
  }
  return undefined;
}

function isObeyedFile(name: string, folder: string | undefined): boolean {
  if (files.has(name) || filePatterns.test(name)) return true;
  return name.endsWith(PROTECTED_IN_PACKAGES.suffix) && PROTECTED_IN_PACKAGES.folders.has(folder ?? '');
}

/** Folds case and the spelling variants that some file systems ignore. */
function plain(part: string): string {
  return fold(part)
    .replace(/::\$data$/u, '')
    .replace(/[. ]+$/u, (tail) => (tail === part ? tail : ''));
}
