import path from 'node:path';
import { fold, isInsideFolded } from './folded.ts';

export interface CriticalRoots {
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
  if (file === '/' || /^[A-Za-z]:[\\/]?$/u.test(file)) return `it removes ${whole}the filesystem root`;
  if (path.dirname(file) === '/' || /^\/private\/[^/]+$/u.test(file)) return `it removes ${whole}a top-level folder`;
  if (!file.startsWith('/dev/shm/') && SYSTEM.some((folder) => isInsideFolded(file, folder))) return 'it removes system files';
  if (isInsideFolded(roots.home, file)) return `it removes ${whole}the home folder`;
  for (const dir of roots.workingDirs) {
    if (fold(file) === fold(dir)) return `it removes ${whole}the working directory`;
    if (isInsideFolded(dir, file)) return `it removes ${whole}a folder above the working directory`;
  }
  return undefined;
}

function strip(file: string): string {
  return file.length > 1 ? file.replace(/\/+$/u, '') || '/' : file;
}
