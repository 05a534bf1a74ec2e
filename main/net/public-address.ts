import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { canonicalHost } from './canonical-host.ts';
import { isInternalName } from './internal-name.ts';
import { isSpecialAddress } from './special-address.ts';

/** A host that isn't on the public internet. The message names it, for the model and for people. */
export class PrivateHostError extends Error {
  constructor(host: string, address?: string) {
    const found = address === undefined || address === host ? '' : ` (it resolves to ${address})`;
    super(`${host} is not a public host${found}. Only public web servers are contacted, never this machine or its local network.`);
    this.name = 'PrivateHostError';
  }
}

/** Which hosts may be contacted, and how names are resolved. */
export interface HostPolicy {
  readonly isInternalName: (host: string) => boolean;
  readonly isSpecialAddress: (ip: string) => boolean;
  readonly resolve: (host: string) => Promise<readonly LookupAddress[]>;
}

export const PUBLIC_HOSTS: HostPolicy = {
  isInternalName,
  isSpecialAddress,
  resolve: (host) => lookup(host, { all: true }),
};

/**
 * Checks a host without resolving it. Addresses must be checked here: no lookup is made for them. `URL` has already converted
 * decimal, octal and hexadecimal spellings.
 * @throws PrivateHostError
 */
export function assertPublicHost(hostname: string, policy: HostPolicy = PUBLIC_HOSTS): void {
  const host = canonicalHost(hostname);
  const isPrivate = host === '' || (isIP(host) === 0 ? policy.isInternalName(host) : policy.isSpecialAddress(host));
  if (isPrivate) throw new PrivateHostError(host);
}

/**
 * Resolves a host. One private address among several refuses the host.
 * @throws PrivateHostError, or the resolver's error.
 */
export async function publicAddresses(hostname: string, policy: HostPolicy = PUBLIC_HOSTS): Promise<readonly LookupAddress[]> {
  assertPublicHost(hostname, policy);
  const host = canonicalHost(hostname);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await policy.resolve(host);
  const refused = addresses.find(({ address }) => isIP(address) === 0 || policy.isSpecialAddress(address));
  if (refused) throw new PrivateHostError(host, refused.address);
  return addresses;
}

/** The `lookup` of a connection: what is connected to is what was checked, so that a second answer of a name server doesn't matter. */
export function publicLookup(policy: HostPolicy = PUBLIC_HOSTS): LookupFunction {
  return (hostname, options, callback) => {
    void answerLookup(hostname, options, callback, policy);
  };
}

async function answerLookup(
  hostname: string,
  options: Parameters<LookupFunction>[1],
  callback: Parameters<LookupFunction>[2],
  policy: HostPolicy,
): Promise<void> {
  let found: readonly LookupAddress[] | Error;
  try {
    const addresses = await publicAddresses(hostname, policy);
    found = addresses.filter(({ family }) => !options.family || options.family === family || options.family === `IPv${family}`);
  } catch (error) {
    found = error instanceof Error ? error : new Error(String(error));
  }
  if (found instanceof Error) return callback(found, '');
  const [first] = found;
  if (!first) return callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), '');
  return options.all ? callback(null, [...found]) : callback(null, first.address, first.family);
}
