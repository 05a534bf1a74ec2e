import { describe, expect, it } from 'vitest';
import { hostMatches, webFacts } from '#main/permission/web/host.ts';

describe('webFacts', () => {
  it.each([
    ['https://EXAMPLE.com./x', 'example.com'],
    ['https://user:pw@example.com:8443/', 'example.com'],
    ['https://dоcs.python.org/', 'xn--dcs-sed.python.org'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://[::1]/', '::1'],
  ])('%s goes to %s', (url, host) => {
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
    'http://localhost:4096/',
    'http://a.localhost/',
    'http://printer/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'ftp://example.com/',
    'https://evil.test\\@example.com/',
    'not an address',
    'https://rebind.evil.example/',
  ])('%s is never fetched unasked', (url) => {
    expect(webFacts(url).problem).toBeDefined();
  });

  it.each(['https://example.com/', 'http://8.8.8.8/', 'https://a.b.example.co.uk/x?y'])('%s is an ordinary address', (url) => {
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
    expect(hostMatches(pattern, host)).toBe(expected);
  });
});
