import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import type { WebFacts } from '#shared/permission/facts.ts';

/** Looks at an address as the fetcher will see it, not as it is spelled. */
export function webFacts(url: string): WebFacts {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return { url, host: '', problem: 'It is not a valid address.' };
  }
  const host = canonicalHost(parsed.hostname);
  const problem = addressProblem(url, parsed, host);
  return { url, host, ...(problem === undefined ? {} : { problem }) };
}

function canonicalHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/\.+$/u, '')
    .replace(/^\[|\]$/gu, '');
}

function addressProblem(url: string, parsed: URL, host: string): string | undefined {
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    return `Only http and https addresses are fetched, not ${parsed.protocol}`;
  if (/[\\\p{Cc}\p{Cf}]/u.test(url)) return 'The address contains backslashes or invisible characters.';
  if (host === '') return 'The address has no host.';
  if (isIP(host) !== 0) return isPrivateAddress(host) ? `${host} is an address of this machine or its local network.` : undefined;
  if (PRIVATE_NAMES.some((name) => host === name.slice(1) || host.endsWith(name)) || !host.includes('.')) {
    return `${host} is not a public name; it can only lead to this machine or its local network.`;
  }
  return undefined;
}

/** Names that no public server can have (RFC 6761, 6762, 8375, 9476 and the metadata services of clouds). */
const PRIVATE_NAMES = [
  '.localhost',
  '.local',
  '.internal',
  '.intranet',
  '.lan',
  '.home.arpa',
  '.localdomain',
  '.onion',
  '.invalid',
  '.alt',
  '.example',
];

function isPrivateAddress(ip: string): boolean {
  const mapped = /^::(?:ffff:)?(?:0:)?(?:(\d+\.\d+\.\d+\.\d+)|([0-9a-f]{1,4}):([0-9a-f]{1,4}))$/u.exec(ip);
  if (mapped?.[1] !== undefined) return isPrivateAddress(mapped[1]);
  if (mapped?.[2] !== undefined && mapped[3] !== undefined) {
    const [high, low] = [Number.parseInt(mapped[2], 16), Number.parseInt(mapped[3], 16)];
    return isPrivateAddress(`${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
  }
  if (ip.includes(':')) return ip === '::' || ip === '::1' || /^(?:f[cd]|fe[89ab]|ff)/u.test(ip) || ip.startsWith('64:ff9b:');
  const [a = 0, b = 0] = ip.split('.').map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && (b === 168 || b === 0)) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

/** Whether a `domain:` pattern names the host. A leading `*.` means sub-domains at any depth; other `*` stay within a label. */
export function hostMatches(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  const below = pattern.startsWith('*.');
  const wanted = ascii(below ? pattern.slice(2) : pattern).split('.');
  const labels = host.split('.');
  if (below ? labels.length <= wanted.length : labels.length !== wanted.length) return false;
  const tail = labels.slice(-wanted.length);
  return wanted.every((label, index) => matchesWildcard(label, tail[index] ?? ''));
}

function ascii(pattern: string): string {
  return pattern.includes('*') ? pattern : domainToASCII(pattern) || pattern;
}
