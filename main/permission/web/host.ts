import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { canonicalHost } from '#main/net/canonical-host.ts';
import { isInternalName } from '#main/net/internal-name.ts';
import { isSpecialAddress } from '#main/net/special-address.ts';
import { matchesWildcard } from '#shared/permission/wildcard.ts';
import type { WebFacts } from '#shared/permission/facts.ts';

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

/** Whether a `domain:` pattern, as `domainPattern` spells it, matches the host. A leading `*.` matches sub-domains at any depth; other `*` stay within a label. */
export function hostMatches(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  const below = pattern.startsWith('*.');
  const wanted = canonical(below ? pattern.slice(2) : pattern).split('.');
  const labels = host.split('.');
  if (below ? labels.length <= wanted.length : labels.length !== wanted.length) return false;
  const tail = labels.slice(-wanted.length);
  return wanted.every((label, index) => matchesWildcard(label, tail[index] ?? ''));
}

/** In the spelling of a host that is contacted: punycode, addresses in their shortest form. */
function canonical(pattern: string): string {
  if (pattern.includes(':')) return canonicalHost(URL.parse(`https://[${pattern}]/`)?.hostname ?? pattern);
  if (!pattern.includes('*')) return domainToASCII(pattern) || pattern;
  return pattern
    .split('.')
    .map((label) => (label.includes('*') ? label : domainToASCII(`${label}.x`).slice(0, -2) || label))
    .join('.');
}
