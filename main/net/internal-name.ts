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
export function isInternalName(host: string): boolean {
  const labels = host.split('.');
  return labels.length < 2 || TOP_LABELS.has(labels.at(-1) ?? '') || SUFFIXES.some((name) => host === name || host.endsWith(`.${name}`));
}
