import { matchesWildcard } from '../permission/wildcard.ts';

const PARTS = /^([a-z][a-z0-9+.-]*|\*):\/\/([^/?#]*)(.*)$/su;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The parts of a parsed URL, named as in `URL`. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
  /** Includes the port, unless it is the protocol's default. */
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * Whether a URL matches a pattern of the settings, where `*` matches any text. Compares the normalized URL part by part, so that a `*` in
 * the host can't match beyond the host: `https://*.example.com/*` must not match a path on another host. Ignores credentials.
 */
export function meansAddress(pattern: string, { protocol, hostname, host, pathname, search, hash }: Address): boolean {
  const rest = `${pathname}${search}${hash}`;
  const [, scheme, authority, path] = PARTS.exec(lowerHost(pattern)) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined) return matchesWildcard(pattern, `${protocol}//${host}${rest}`);
  if (!matchesWildcard(scheme, protocol.slice(0, -1))) return false;
  const hosts = host === hostname ? [host, `${hostname}:${DEFAULT_PORTS[protocol] ?? ''}`] : [host];
  if (!hosts.some((one) => matchesWildcard(authority, one))) return false;
  return path === '' ? authority.endsWith('*') || rest === '/' : matchesWildcard(path, rest);
}

/** Scheme and host are case-insensitive; paths aren't. */
function lowerHost(pattern: string): string {
  return pattern.replace(/^[^/]*:\/\/[^/?#]*/u, (start) => start.toLowerCase());
}
