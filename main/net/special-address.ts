import { BlockList, isIPv6 } from 'node:net';

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

interface Networks {
  readonly special: BlockList;
  readonly publicV6: BlockList;
}

let built: Networks | undefined;

/** Built on first use: it takes milliseconds, and most sessions connect to nothing but the model. */
function networks(): Networks {
  built ??= { special: listOf([...SPECIAL_V4, ...SPECIAL_V6]), publicV6: listOf([PUBLIC_V6]) };
  return built;
}

/** The last 64 bits of an ISATAP address, which wraps IPv4 as well (RFC 5214). */
const WRAPS_IN_HOST_PART = /:(?:2?00)?0?:?5efe:[0-9a-f]{1,4}:[0-9a-f]{1,4}$/u;

/** Whether an address in canonical spelling is not that of a public machine. */
export function isSpecialAddress(ip: string): boolean {
  const { special, publicV6 } = networks();
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
