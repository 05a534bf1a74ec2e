import path from 'node:path';
import type { PathFact } from '#shared/permission/facts.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { Case } from '../layers/case.ts';

/** Folders with keys and passwords, and system settings: neither they nor anything in them is suggested. */
const SECRET =
  /\/(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.gcloud|\.password-store|\.netrc|\.npmrc|\.pypirc|\.git-credentials|Keychains|keyrings)(?:\/|$)|^\/(?:private\/)?etc(?:\/|$)|^\/(?:proc|sys|dev|root|boot)(?:\/|$)|\/\.config\/(?:gh|gcloud|op)(?:\/|$)|\/(?:\.env[^/]*|\.credentials\.json|auth\.json|credentials)$/u;

/** The folder of a file, or the folder itself when it is listed or searched. Absolute, links resolved. */
export function folderOf(file: PathFact): string {
  if (file.glob) return path.dirname(`${file.path.split(/[*?[]/u)[0] ?? ''}x`);
  return file.isFolder === true || file.access === 'list' || file.access === 'enter' || file.recursive
    ? file.real
    : path.dirname(file.real);
}

/**
 * Path patterns for what a person is likely to mean by this file, from narrow to wide: its folder, or the installed package or kind of data
 * that contains it, then the whole checkout. The file itself first where its folder is the checkout or holds keys, alone where that is too
 * wide; empty where no rule should be offered.
 */
export function patternsAround(file: PathFact, at: Case): readonly string[] {
  if (!file.unresolved && file.oddity === undefined && isOneFile(file) && isPlainSystemFile(file)) return [patternOf(file)];
  if (file.unresolved || file.oddity !== undefined || isSecret(file)) return [];
  const unit = installedPackage(file.real) ?? (file.checkout === undefined ? programsFolder(file.real, at) : undefined);
  const folders = [unit ?? folderOf(file), file.checkout].filter((folder) => folder !== undefined);
  const patterns = folders.filter((folder) => !isTooWide(folder, at)).map((folder) => `/${escaped(folder)}/**`);
  const isTop = unit === undefined && folderOf(file) === file.checkout;
  const own = (isTop || file.nearKeys === true || patterns.length === 0) && isOneFile(file) ? [patternOf(file)] : [];
  return [...new Set([...own, ...patterns])];
}

/** Files of the system that any program reads: no keys, no passwords. */
const PLAIN_SYSTEM_FILE =
  /^\/(?:private\/)?etc\/(?:hosts|hostname|host\.conf|os-release|lsb-release|debian_version|alpine-release|redhat-release|resolv\.conf|services|protocols|networks|nsswitch\.conf|shells|passwd|group|timezone|localtime|issue|mime\.types|fstab|paths)$/u;

function isPlainSystemFile({ path: spelled, real }: PathFact): boolean {
  return [spelled, real].every((one) => PLAIN_SYSTEM_FILE.test(one));
}

/** The file by itself; none for a folder or a pattern. */
export function patternOfFile(file: PathFact): string | undefined {
  return isOneFile(file) ? patternOf(file) : undefined;
}

const patternOf = ({ real }: PathFact): string => `/${escaped(real)}`;

const isOneFile = (file: PathFact): boolean => !file.glob && folderOf(file) !== file.real;

/** A file that may hold keys, passwords or system settings. */
export function isSecret(file: PathFact): boolean {
  return [file, ...file.matches].some((one) => SECRET.test(one.path) || SECRET.test(one.real));
}

/** A folder that contains the home folder, the sessions, or most of the machine. */
export function isTooWide(folder: string, { facts, context: { homeDir, stateDir } }: Case): boolean {
  if (TOP_LEVEL.test(folder) && !SCRATCH.has(folder)) return true;
  return [homeDir, facts.realDirs[homeDir] ?? homeDir, stateDir].some((place) => isInside(place, folder)) || isDotFolder(folder, homeDir);
}

const TOP_LEVEL = /^\/[^/]*$|^\/private\/[^/]+$|^\/usr(?:\/local)?(?:\/[^/]+)?$|^\/(?:home|Users)\/[^/]+$/u;
const SCRATCH: ReadonlySet<string> = new Set(['/tmp', '/private/tmp']);

/** A program's folder in the home folder may contain its passwords. */
function isDotFolder(folder: string, home: string): boolean {
  const relative = path.relative(home, folder);
  return /^\.[^/]+$|^\.config\/[^/]+$|^\.local\/[^/]+$|^Library(?:\/[^/]+)?$/u.test(relative);
}

/** The folder of an installed Python, Node, Go or Rust package. */
function installedPackage(file: string): string | undefined {
  return /^.*\/(?:(?:site|dist)-packages|node_modules)\/(?:@[^/]+\/)?[^/]+(?=\/)|^.*\/pkg\/mod\/.*?@[^/]+(?=\/|$)|^.*\/registry\/src\/[^/]+\/[^/]+(?=\/|$)/u.exec(
    file,
  )?.[0];
}

/** One kind of a program's data in the home folder: all its sessions, all its plug-ins. */
function programsFolder(file: string, { facts, context: { homeDir } }: Case): string | undefined {
  const home = facts.realDirs[homeDir] ?? homeDir;
  if (!isInside(file, home)) return undefined;
  const relative = /^(?:\.(?:config|local|cache)\/[^/]+|\.[^/]+)\/[^/]+(?=\/)|^Library\/[^/]+\/[^/]+(?=\/)/u.exec(
    path.relative(home, file),
  )?.[0];
  return relative === undefined ? undefined : path.join(home, relative);
}

/** Escapes a path for use as a literal pattern. */
export function escaped(file: string): string {
  return file.replace(/[[\]*?\\]/gu, String.raw`\$&`);
}
