import path from 'node:path';
import type { PathFact } from '#shared/permission/facts.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { Case } from './layers/case.ts';

/** Folders with keys and passwords, and those of the system's own settings: never offered as a whole, nor anything in them. */
const SECRET =
  /\/(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.gcloud|\.password-store|\.netrc|\.npmrc|\.pypirc|\.git-credentials|Keychains|keyrings)(?:\/|$)|^\/(?:private\/)?etc(?:\/|$)|^\/(?:proc|sys|dev|root|boot)(?:\/|$)|\/\.config\/(?:gh|gcloud|op)(?:\/|$)|\/(?:\.env[^/]*|\.credentials\.json|auth\.json|credentials)$/u;

/** The folder a file stands in, or the folder itself that is listed or searched. Absolute, links resolved. */
export function folderOf(file: PathFact): string {
  if (file.glob) return path.dirname(`${file.path.split(/[*?[]/u)[0] ?? ''}x`);
  return file.access === 'list' || file.access === 'enter' || file.recursive ? file.real : path.dirname(file.real);
}

/** A pattern of a path rule for what a person would mean by this file: the whole package or checkout it is part of, else its folder. */
export function patternAround(file: PathFact, at: Case): string | undefined {
  if (file.unresolved || file.oddity !== undefined || isSecret(file)) return undefined;
  const folder = file.checkout ?? installedPackage(file.real) ?? programsFolder(file.real, at) ?? folderOf(file);
  if (!isTooWide(folder, at)) return `/${escaped(folder)}/**`;
  return folder === file.real || file.glob ? undefined : `/${escaped(file.real)}`;
}

/** A file among keys, passwords or the system's own settings. */
export function isSecret(file: PathFact): boolean {
  return [file, ...file.matches].some((one) => SECRET.test(one.path) || SECRET.test(one.real));
}

/** A folder that holds the home folder, the sessions, or most of the machine. */
export function isTooWide(folder: string, { facts, context: { homeDir, stateDir } }: Case): boolean {
  if (TOP_LEVEL.test(folder) && !SCRATCH.has(folder)) return true;
  return [homeDir, facts.realDirs[homeDir] ?? homeDir, stateDir].some((place) => isInside(place, folder)) || isDotFolder(folder, homeDir);
}

const TOP_LEVEL = /^\/[^/]*$|^\/private\/[^/]+$|^\/usr(?:\/local)?(?:\/[^/]+)?$|^\/(?:home|Users)\/[^/]+$/u;
const SCRATCH: ReadonlySet<string> = new Set(['/tmp', '/private/tmp']);

/** What programs keep in the home folder has their passwords beside the rest. */
function isDotFolder(folder: string, home: string): boolean {
  const relative = path.relative(home, folder);
  return /^\.[^/]+$|^\.config\/[^/]+$|^\.local\/[^/]+$|^Library(?:\/[^/]+)?$/u.test(relative);
}

/** The folder of an installed package, of Python, Node, Go or Rust. */
function installedPackage(file: string): string | undefined {
  return /^.*\/(?:(?:site|dist)-packages|node_modules)\/(?:@[^/]+\/)?[^/]+(?=\/)|^.*\/pkg\/mod\/.*?@[^/]+(?=\/|$)|^.*\/registry\/src\/[^/]+\/[^/]+(?=\/|$)/u.exec(
    file,
  )?.[0];
}

/** What one program keeps of one kind in the home folder: all its sessions, all its plug-ins. */
function programsFolder(file: string, { facts, context: { homeDir } }: Case): string | undefined {
  const home = facts.realDirs[homeDir] ?? homeDir;
  if (!isInside(file, home)) return undefined;
  const relative = /^(?:\.(?:config|local|cache)\/[^/]+|\.[^/]+)\/[^/]+(?=\/)|^Library\/[^/]+\/[^/]+(?=\/)/u.exec(
    path.relative(home, file),
  )?.[0];
  return relative === undefined ? undefined : path.join(home, relative);
}

/** As a pattern that stands for itself. */
export function escaped(file: string): string {
  return file.replace(/[[\]*?\\]/gu, String.raw`\$&`);
}
