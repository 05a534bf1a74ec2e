import path from 'node:path';
import { isPlainPath } from './plain-path.ts';

export interface SpelledPath {
  /** Absolute and normalised, without reading the disk. */
  readonly absolute: string;
  /** The same without resolving `..`, as passed to the kernel. */
  readonly unnormalised: string;
  /** Only the shell or the system can resolve it (`~user`, NUL). */
  readonly unresolved: boolean;
  readonly oddity: string | undefined;
}

/** Makes a spelled path absolute. `tilde` is false where the shell would not expand it (quoted). */
export function readSpelling(spelled: string, cwd: string, home: string, tilde = true): SpelledPath {
  const oddity = findOddity(spelled);
  if (spelled.includes('\0')) return { absolute: cwd, unnormalised: cwd, unresolved: true, oddity: 'it contains a NUL character' };
  const fromHome = tilde && /^~(?:\/|$)/u.test(spelled);
  const plain = fromHome ? `${home}${spelled.slice(1)}` : spelled;
  const unnormalised = path.isAbsolute(plain) ? plain : `${cwd}${path.sep}${plain}`;
  const absolute = isPlainPath(plain) ? plain : path.resolve(cwd, plain);
  if (!fromHome && tilde && spelled.startsWith('~'))
    return { absolute, unnormalised, unresolved: true, oddity: 'it is in another user’s home folder' };
  return { absolute, unnormalised, unresolved: false, oddity };
}

const ODDITIES: readonly (readonly [RegExp, string])[] = [
  [/^\\/u, 'it begins like a network or device path of Windows'],
  [/(?:^|[\\/])[^\\/]*~\d+(?:[\\/]|$)/u, 'a part looks like a short name of Windows'],
  [/(?:^|[\\/])[^\\/]*[^\\/.]\.+(?:[\\/]|$)/u, 'a part ends with a dot'],
  [/(?:^|[\\/])\.{3,}(?:[\\/]|$)/u, 'a part consists of dots only'],
  [/[^\\/] +(?:[\\/]|$)/u, 'a part ends with a blank'],
  [/[\p{Cc}\p{Cf}]/u, 'it contains invisible characters'],
];

/** What each of them contains. */
const MAYBE_ODD = /^\\|~\d|[. ](?:[\\/]|$)|[\p{Cc}\p{Cf}]/u;

function findOddity(spelled: string): string | undefined {
  // Fast path: nearly all paths.
  if (!MAYBE_ODD.test(spelled)) return undefined;
  return ODDITIES.find(([pattern]) => pattern.test(spelled))?.[1];
}

/**
 * Network-like spellings: even reading such a path may open a connection. Except on Windows a backslash is an ordinary character, so there
 * only names with a routable host or a device prefix count.
 */
export function isNetworkSpelling(spelled: string, platform: NodeJS.Platform = process.platform): boolean {
  if (platform === 'win32' && /^[\\/]{2}/u.test(spelled)) return true;
  return /^\\\\(?:[^\\]*\.[^\\]*|\?|\.)\\|^\\\?\?\\/u.test(spelled);
}

/** Contains `..`, which behind a link doesn't lead where the spelling says. */
export function climbs(spelled: string): boolean {
  return spelled.includes('..') && /(?:^|\/)\.\.(?:\/|$)/u.test(spelled);
}

/** Contains `..` after a named folder; if that is a link, the path doesn't lead where the spelling says. */
export function climbsBack(spelled: string): boolean {
  return /(?:^|\/)(?!\.{1,2}\/)[^/]+\/+(?:\.\/+)*\.\.(?:\/|$)/u.test(spelled);
}

const DISGUISED = /[\p{Cc}\p{Cf}]|:\$|[. ](?:[\\/]|$)/u;

/**
 * The name that Windows or an older macOS reads in a path: without trailing dots and blanks, streams and invisible characters. `undefined`
 * for a path without any.
 */
export function undisguised(file: string): string | undefined {
  // Fast path: nearly all paths.
  if (!DISGUISED.test(file)) return undefined;
  const plain = file
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .split(/(?=[\\/])/u)
    .map((name) => name.replace(/:[^:]*:?\$.*$/u, '').replace(/[. ]+$/u, ''))
    .join('');
  return plain === file ? undefined : plain;
}
