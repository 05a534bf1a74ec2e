/** Characters of an address that are shown whole; a longer one is no link. */
const MAX_LINK = 2000;

export interface GuardedLink {
  readonly href: string;
  readonly origin: string;
  /** The rest, as the server will read it. */
  readonly rest: string;
  /** Why one should look twice; empty when nothing stands out. */
  readonly caution: string;
}

/** Where a link in a terminal really leads; `undefined` for what isn't the web's. What a program prints may say anything. */
export function guardedLink(text: string): GuardedLink | undefined {
  if (text.length > MAX_LINK || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const cautions = [
    ...(url.username !== '' || url.password !== '' ? ['It carries a name or password in front of the host.'] : []),
    ...(/(?:^|\.)xn--/u.test(url.hostname) ? ['The host has letters that may look like others.'] : []),
  ];
  return {
    href: url.href,
    origin: url.origin,
    rest: url.href.slice(url.href.indexOf(url.host) + url.host.length),
    caution: cautions.join(' '),
  };
}
