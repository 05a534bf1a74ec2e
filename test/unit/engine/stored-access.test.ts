import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AccessStore } from '#main/engine/access.ts';
import { secretCiphers } from '#main/engine/secret-ciphers.ts';
import { StoredAccess } from '#main/engine/stored-access.ts';
import { TempProject } from '#test/support/temp-project.ts';

const SECRET = 'sk-remembered-0123456789';

function fixture() {
  const state = new TempProject({});
  onTestFinished(() => state[Symbol.dispose]());
  const file = `${state.stateDir}/access.json`;
  const start = (env: NodeJS.ProcessEnv = {}) =>
    new AccessStore(env, 'm', undefined, new StoredAccess({ file, ciphers: secretCiphers(state.stateDir) }));
  return { file, start };
}

describe('a remembered key', () => {
  it('is known after a restart, and not readable in the file', () => {
    const { file, start } = fixture();
    const store = start();
    store.enter({ apiKey: SECRET, baseUrl: 'http://127.0.0.1:9' }, true);
    expect(store.describe()).toMatchObject({ isRemembered: true, storage: 'key_file', source: 'entered' });
    expect(start().details).toMatchObject({ apiKey: SECRET, baseUrl: 'http://127.0.0.1:9' });
    const text = readFileSync(file, 'utf8');
    for (const part of [SECRET, Buffer.from(SECRET).toString('base64').slice(0, 20), '127.0.0.1']) expect(text).not.toContain(part);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('is told apart from an address without one', () => {
    const { start } = fixture();
    const store = start();
    store.enter({ baseUrl: 'http://127.0.0.1:9' }, true);
    expect(store.describe()).toMatchObject({ source: 'entered', keySource: 'none', isRemembered: true });
    expect(start({ ANTHROPIC_API_KEY: 'env' }).describe()).toMatchObject({ source: 'entered', keySource: 'environment' });
    store.enter({ apiKey: SECRET }, true);
    expect(start().describe()).toMatchObject({ source: 'entered', keySource: 'entered' });
  });

  it('is only remembered on request, and stays so when something else changes', () => {
    const { start } = fixture();
    start().enter({ apiKey: SECRET });
    expect(start().details.apiKey).toBeUndefined();
    start().enter({ apiKey: SECRET }, true);
    const store = start();
    store.enter({ baseUrl: 'http://h' });
    expect(start().details).toMatchObject({ apiKey: SECRET, baseUrl: 'http://h' });
  });

  it('is forgotten on request, and when it is removed', () => {
    const { start } = fixture();
    start().enter({ apiKey: SECRET }, true);
    const store = start();
    store.enter({}, false);
    expect(store.details.apiKey).toBe(SECRET);
    expect(start().details.apiKey).toBeUndefined();
    start().enter({ apiKey: SECRET }, true);
    start().enter({ apiKey: '', baseUrl: '' });
    expect(start().describe()).toMatchObject({ ready: false, isRemembered: false });
  });

  it.each(['', '{"version":1,"by":"key_file","data":"AAAA"}', '{"version":2}', '[]'])(
    'counts as none when its file is damaged: %s',
    (text) => {
      const { file, start } = fixture();
      start().enter({ apiKey: SECRET }, true);
      writeFileSync(file, text);
      expect(start({ ANTHROPIC_API_KEY: 'env' }).describe()).toMatchObject({ source: 'environment', isRemembered: false });
    },
  );

  it('counts until the end if it can’t be stored, which is an error', () => {
    const refusing = {
      kind: 'keychain' as const,
      encrypt: () => {
        throw new Error('the keychain is locked');
      },
      decrypt: () => '',
    };
    const store = new AccessStore({}, 'm', undefined, new StoredAccess({ file: '/nonexistent/access.json', ciphers: () => [refusing] }));
    expect(() => store.enter({ apiKey: SECRET }, true)).toThrow('could not be stored (the keychain is locked)');
    expect(store.details.apiKey).toBe(SECRET);
    expect(store.describe().isRemembered).toBe(false);
  });
});
