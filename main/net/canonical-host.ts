/** The host of a parsed URL in one spelling: lower case, without a final dot and the brackets of an IPv6 address. */
export function canonicalHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/\.+$/u, '')
    .replace(/^\[|\]$/gu, '');
}
