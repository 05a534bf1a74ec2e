import { matchesWildcard } from '../permission/wildcard.ts';

const PARTS = /^([a-z][a-z0-9+.-]*|\*):\/\/([^/?#]*)(.*)$/su;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The parts of an address that was parsed, as in `URL`. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
  /** With the port, unless it is the protocol's own. */
  readonly host: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/**
 * Whether an address is one that a pattern of the settings means; `*` stands for any text. Compared is the address as it will be
 * used, and part by part: a star in the host ends with the host, so that `https://*.example.com/*` means no path of another one.
 * A name and password in the address are left out.
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

/** Scheme and host are the same in capitals; paths aren't. */
function lowerHost(pattern: string): string {
  return pattern.replace(/^[^/]*:\/\/[^/?#]*/u, (start) => start.toLowerCase());
}
