import { describe, expect, it } from 'vitest';
import { domainPattern } from '#shared/permission/domain-pattern.ts';
import { hostMatches, webFacts } from '#main/permission/web/host.ts';

describe('webFacts', () => {
  it.each([
    ['https://EXAMPLE.com./x', 'example.com'],
    ['https://user:pw@example.com:8443/', 'example.com'],
    ['https://dоcs.python.org/', 'xn--dcs-sed.python.org'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://[::1]/', '::1'],
  ])('%s resolves to host %s', (url, host) => {
    expect(webFacts(url).host).toBe(host);
  });

  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:c0a8:101::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[::127.0.0.1]/',
    'http://[::ffff:0:127.0.0.1]/',
    'http://[100::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[5f00::1]/',
    'http://[2a00:1450:4001::200:5efe:7f00:1]/',
    'http://[2a00:1450:4001::5efe:7f00:1]/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://203.0.113.5/',
    'http://240.0.0.1/',
    'http://168.63.129.16/',
    'http://api.default.svc/',
    'http://api.default.svc.cluster.local/',
    'http://wiki.corp/',
    'http://db.service.consul/',
    'http://nas.lan./',
    'http://x.home.arpa/',
    'http://vault.internal/',
    'http://fritz.box/',
    'http://machine.tail1234.ts.net/',
    'http://127.0.0.1.nip.io/',
    'http://app.localtest.me/',
    'http://localhost:4096/',
    'http://a.localhost/',
    'http://printer/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'https://evil.test\\@example.com/',
    'not an address',
    'https://rebind.evil.example/',
  ])('%s is never fetched without asking', (url) => {
    expect(webFacts(url).problem).toBeDefined();
  });

  it.each([
    'https://example.com/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://corp.example.com/',
    'https://svc.dev/',
    'https://a.b.example.co.uk/x?y',
  ])('%s is an ordinary address', (url) => {
    expect(webFacts(url).problem).toBeUndefined();
  });
});

describe('hostMatches', () => {
  it.each([
    ['example.com', 'example.com', true],
    ['example.com', 'www.example.com', false],
    ['example.com', 'evilexample.com', false],
    ['*.example.com', 'www.example.com', true],
    ['*.example.com', 'a.b.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', 'evilexample.com', false],
    ['example.*', 'example.org', true],
    ['example.*', 'example.co.uk', false],
    ['*', 'anything.test', true],
    ['bücher.de', 'xn--bcher-kva.de', true],
  ])('%s and %s: %s', (pattern, host, expected) => {
    expect(hostMatches(domainPattern(pattern)?.host ?? '', host)).toBe(expected);
  });
});
