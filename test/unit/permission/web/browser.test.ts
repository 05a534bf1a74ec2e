import { beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type RuleLists, type TestEngine } from '../test-engine.ts';

describe('a call of WebBrowser', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });

  const decided = (url: string, lists: RuleLists = {}) => engine.call('WebBrowser', { action: 'click', url }, engine.context(lists));

  it.each<[string, string, RuleLists, string]>([
    ['asks', 'https://example.com/', {}, 'ask'],
    ['asks on a documentation site, which WebFetch reads without asking', 'https://docs.python.org/', {}, 'ask'],
    ['follows an allow rule for a host', 'https://a.example.com/', { allow: ['WebFetch(domain:*.example.com)'] }, 'allow'],
    ['follows a deny rule for a host', 'https://EXAMPLE.com./', { allow: ['WebBrowser'], deny: ['WebFetch(domain:example.com)'] }, 'deny'],
    ['follows an ask rule for a host', 'https://example.com/', { allow: ['WebBrowser'], ask: ['WebFetch(domain:example.com)'] }, 'ask'],
    ['is denied with all of WebFetch', 'https://example.com/', { allow: ['WebFetch(domain:*)'], deny: ['WebFetch'] }, 'deny'],
    ['asks with all of WebFetch', 'https://example.com/', { allow: ['WebFetch(domain:*)'], ask: ['WebFetch'] }, 'ask'],
    ['asks while a rule for hosts is garbled', 'https://example.com/', { allow: ['WebBrowser'], deny: ['WebFetch(domain:'] }, 'ask'],
    ['is not allowed by a rule for all of WebFetch', 'https://example.com/', { allow: ['WebFetch'] }, 'ask'],
    ['asks for a private address', 'https://127.0.0.1/', { allow: ['WebBrowser'] }, 'ask'],
    ['asks without an address', '', { allow: ['WebBrowser'] }, 'ask'],
    ['does not take a user name for a host', 'https://example.com@evil.com/', { allow: ['WebFetch(domain:example.com)'] }, 'ask'],
  ])('%s', (_name, url, lists, behavior) => {
    expect(decided(url, lists).behavior).toBe(behavior);
  });

  it('is hidden with all of WebFetch', () => {
    const { permissionEngine } = engine;
    expect(permissionEngine.isHidden('WebBrowser', engine.context({ deny: ['WebFetch'] }))).toBe(true);
    expect(permissionEngine.isHidden('WebSearch', engine.context({ deny: ['WebFetch'] }))).toBe(false);
  });

  it('suggests a rule for the host', () => {
    expect(decided('https://example.com/').suggestions).toEqual([
      expect.objectContaining({ type: 'addRules', rules: ['WebFetch(domain:example.com)'] }),
    ]);
  });
});
