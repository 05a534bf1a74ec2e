import { BlockList, isIP, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import type { WebFacts } from '#shared/permission/facts.ts';

/**
 * IPv4 networks that are not the public internet (IANA IPv4 Special-Purpose Address Registry, multicast and reserved space), and the
 * address at which Azure machines reach their host.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];

/** The only globally routable part of IPv6; the rest is local, reserved or wraps IPv4 (RFC 4291, RFC 6052). */
const PUBLIC_V6 = '2000::/3';

/** Special networks within it (IANA IPv6 Special-Purpose Address Registry), including Teredo and 6to4, which wrap an IPv4 address. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = listOf([...SPECIAL_V4, ...SPECIAL_V6]);
const publicV6 = listOf([PUBLIC_V6]);

/** The last 64 bits of an ISATAP address, which wraps IPv4 as well (RFC 5214). */
const WRAPS_IN_HOST_PART = /:(?:2?00)?0?:?5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/u;

/** Whether an address in canonical spelling is not that of a public machine. */
function isSpecialAddress(ip: string): boolean {
  if (!isIPv6(ip)) return special.check(ip, 'ipv4');
  return !publicV6.check(ip, 'ipv6') || special.check(ip, 'ipv6') || WRAPS_IN_HOST_PART.test(ip);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Top-level domains that no public server has: reserved ones (IANA Special-Use Domain Names, RFC 6762 appendix G, RFC 8375, the ICANN board
 * on `home`, `corp`, `mail` and `internal`), and those that service registries, clusters and routers assign inside a network.
 */
const TOP_LABELS: ReadonlySet<string> = new Set(
  [
    'alt arpa example invalid local localhost onion bit exit gnu i2p zkey',
    'corp home mail internal intranet intra lan localdomain localnet loopback private priv domain',
    'consul nomad svc pod cluster k8s k8 kube kubernetes default docker container containers dc dmz vpn vm node service lcl loc',
    'gateway router modem station workgroup belkin dlink ip',
  ]
    .join(' ')
    .split(' '),
);

/** Names below public domains that resolve into a private network: routers, private networks, and services that resolve to any requested address. */
const SUFFIXES = [
  'fritz.box',
  'routerlogin.net',
  'tplinkwifi.net',
  'ts.net',
  'beta.tailscale.net',
  'nip.io',
  'sslip.io',
  'xip.io',
  'traefik.me',
  'localtest.me',
  'lvh.me',
  'vcap.me',
  'lacolhost.com',
  'rbndr.us',
  '1u.ms',
];

/** Whether a canonical host name only has a meaning inside a network. */
function isInternalName(host: string): boolean {
  const labels = host.split('.');
  return labels.length < 2 || TOP_LABELS.has(labels.at(-1) ?? '') || SUFFIXES.some((name) => host === name || host.endsWith(`.${name}`));
}

/** Normalises an address as the fetcher will, so that its spelling doesn't matter. */
export function webFacts(url: string): WebFacts {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    // The problem is part of the facts.
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
  if (isIP(host) !== 0)
    return isSpecialAddress(host) ? `${host} is not a public address; it may lead to this machine or its local network.` : undefined;
  if (isInternalName(host)) return `${host} is not a public name; it can only lead to this machine or its local network.`;
  return undefined;
}

/** Whether a `domain:` pattern matches the host. A leading `*.` matches sub-domains at any depth; other `*` stay within a label. */
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
