/** What else an address has: a scheme, a user name, a port, a path. */
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@\\]*@)?(\[[^\]]*\]|[^/?#\\]*?)(?::[\d*]*)?\.*(?:[/?#\\].*)?$/isu;
/** A label in ASCII may have `*`; punycode, which the others become, has no place for it. */
const LABEL = String.raw`(?:[a-z0-9_*-]+|[\p{L}\p{M}\p{N}_-]+)`;
const NAME = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`, 'u');
const IPV6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/u;

export interface DomainPattern {
  /** In lower case, without brackets and final dots. */
  readonly host: string;
  /** Nothing else was written. */
  readonly isPlain: boolean;
}

/** The host that the content of a `domain:` rule names, also if it is written as an address; `undefined` if there is none. */
export function domainPattern(written: string): DomainPattern | undefined {
  const plain = written.toLowerCase().replace(/\.+$/u, '');
  if (IPV6.test(plain)) return { host: plain, isPlain: true };
  const found = ADDRESS.exec(plain)?.[1]?.replace(/\.+$/u, '') ?? '';
  const address = /^\[(.*)\]$/u.exec(found)?.[1];
  const host = address ?? found;
  return (address === undefined ? NAME : IPV6).test(host) ? { host, isPlain: found === plain } : undefined;
}
