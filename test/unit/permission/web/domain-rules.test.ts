import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRule } from '#shared/permission/grammar.ts';
import { makeTestEngine, type RuleLists, type TestEngine } from '../test-engine.ts';

const HOST = 'https://evil.example.org/x';
const V6 = 'https://[2606:4700::1]/';
const IDN = 'https://bx.bücher.de/';

describe('rules for hosts', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decided = (url: string, lists: RuleLists) => engine.call('WebFetch', { url }, engine.context(lists)).behavior;

  it.each([
    ['evil.example.org:8443', HOST],
    ['evil.example.org:*', HOST],
    ['*.example.org:443', HOST],
    ['https://evil.example.org', HOST],
    ['https://evil.example.org/*', HOST],
    ['https://me:pw@EVIL.example.org:1/a@b', HOST],
    ['evil.example.org..', HOST],
    ['evil.example.org.:443', HOST],
    ['evil.example.org?q=x.example.com', HOST],
    ['[2606:4700::1]', V6],
    ['[2606:4700:0::1]:443', V6],
    ['2606:4700:0:0::1', V6],
    ['*.bücher.de', IDN],
    ['b*.BÜCHER.de', IDN],
    ['0x5db8d822', 'https://93.184.216.34/'],
  ])('a deny rule for %s means the host', (written, url) => {
    expect(decided(url, { allow: ['WebFetch'], deny: [`WebFetch(domain:${written})`] })).toBe('deny');
    expect(decided('https://other.example.com/', { allow: ['WebFetch'], deny: [`WebFetch(domain:${written})`] })).toBe('allow');
  });

  it.each(['a.example.org,evil.example.org', 'ü*.example.org', '.', 'evil..example.org'])(
    'while the deny rule for %s is there, WebFetch asks',
    (written) => {
      expect(decided(HOST, { allow: ['WebFetch'], deny: [`WebFetch(domain:${written})`] })).toBe('ask');
    },
  );

  it.each(['example.org:8443', 'https://example.org', 'example.org/docs', 'example.org?x', 'me@example.org', 'other.org@example.org'])(
    'an allow rule for %s allows nothing, and says what to write',
    (written) => {
      const text = `WebFetch(domain:${written})`;
      expect(decided('https://example.org/', { allow: [text] })).toBe('ask');
      expect(parseRule(text, 'allow').diagnostics).toEqual([
        { severity: 'error', message: expect.stringContaining('Write WebFetch(domain:example.org).') },
      ]);
    },
  );

  it.each([
    ['EXAMPLE.org.', 'https://example.org/'],
    ['*.bücher.de', IDN],
    ['2606:4700::1', V6],
    ['*', HOST],
  ])('an allow rule for %s', (written, url) => {
    expect(decided(url, { allow: [`WebFetch(domain:${written})`] })).toBe('allow');
  });
});
