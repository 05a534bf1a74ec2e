import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { PROTECTED_FILES, PROTECTED_FOLDERS, PROTECTED_IN_PACKAGES, PROTECTED_NESTED } from './protected-names.ts';

interface CriticalRoots {
  readonly home: string;
  readonly workingDirs: readonly string[];
}

/** System folders that nothing in a project needs to delete from. */
const SYSTEM = [
  '/bin',
  '/boot',
  '/dev',
  '/etc',
  '/lib',
  '/lib64',
  '/proc',
  '/sbin',
  '/sys',
  '/usr',
  '/System',
  '/Library',
  '/Applications',
  '/private/etc',
];

/** Why deleting this path can't be approved in advance, or undefined. */
export function criticalReason(target: string, roots: CriticalRoots): string | undefined {
  const glob = /^(.*?)\/?(?:\*+|\{[^/]*\}|\.\*|\.\[[^/]*)\/?$/u.exec(target)?.[1];
  const file = strip(glob === undefined ? target : glob === '' ? '/' : glob);
  const whole = glob === undefined ? '' : 'everything in ';
  if (file === '/' || /^[A-Za-z]:[\\/]?$/u.test(file)) return `It removes ${whole}the filesystem root`;
  if (path.dirname(file) === '/' || /^\/private\/[^/]+$/u.test(file)) return `It removes ${whole}a top-level folder`;
  if (!file.startsWith('/dev/shm/') && SYSTEM.some((folder) => isInsideFolded(file, folder))) return 'It removes system files';
  if (isInsideFolded(roots.home, file)) return `It removes ${whole}the home folder`;
  for (const dir of roots.workingDirs) {
    if (fold(file) === fold(dir)) return `It removes ${whole}a working directory`;
    if (isInsideFolded(dir, file)) return `It removes ${whole}a folder above a working directory`;
  }
  return undefined;
}

function strip(file: string): string {
  return file.length > 1 ? file.replace(/\/+$/u, '') || '/' : file;
}

/** `isInside` with case and Unicode forms folded, for locations that no spelling may reach. */
export function isInsideFolded(file: string, folder: string): boolean {
  return isInside(fold(file), fold(folder));
}

const ASCII = /^\p{ASCII}*$/u;

export function fold(text: string): string {
  // Fast path: nearly all paths are ASCII, which the other steps don't change.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}

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

/** A protected path that may be made in this folder, because of the folder's name: `workflows` in `.github`. */
export function protectedWithin(folder: string): string | undefined {
  const name = plain(path.basename(folder));
  const inner = PROTECTED_NESTED.get(name)?.[0];
  return inner === undefined ? undefined : `${name}/${inner}`;
}

function isObeyedFile(name: string, folder: string | undefined): boolean {
  if (files.has(name) || filePatterns.test(name)) return true;
  return name.endsWith(PROTECTED_IN_PACKAGES.suffix) && PROTECTED_IN_PACKAGES.folders.has(folder ?? '');
}

/** Folds case and the spelling variants that some file systems ignore. */
function plain(part: string): string {
  return fold(part)
    .replace(/:[^:]*:?\$(?:data|i30|index_allocation|bitmap)\b.*$/u, '')
    .replace(/[. ]+$/u, (tail) => (tail === part ? tail : ''));
}

/** A settings file of Claude Code, which Gatehouse follows too. */
export function isRuleFile(file: string): boolean {
  return /(?:^|[\\/])\.claude[\\/]settings(?:\.local)?\.json$/iu.test(file);
}
