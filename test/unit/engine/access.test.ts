import { describe, expect, it } from 'vitest';
import { AccessStore } from '#main/engine/access.ts';

describe('AccessStore', () => {
  it('is not ready without key, token or address', () => {
    expect(new AccessStore({}, 'm').describe()).toMatchObject({
      ready: false,
      source: 'none',
      baseUrl: null,
      model: 'm',
      modelSource: 'none',
    });
  });

  it('reads the environment', () => {
    const store = new AccessStore({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://h', ANTHROPIC_MODEL: 'x' }, 'm');
    expect(store.describe()).toMatchObject({
      ready: true,
      source: 'environment',
      baseUrl: 'http://h',
      model: 'x',
      modelSource: 'environment',
    });
  });

  it.each([
    [{}, {}, undefined, 'ours'],
    [{}, {}, 'settings', 'settings'],
    [{}, { ANTHROPIC_MODEL: 'env' }, 'settings', 'env'],
    [{ model: 'entered' }, { ANTHROPIC_MODEL: 'env' }, 'settings', 'entered'],
    [{ model: '' }, { ANTHROPIC_MODEL: 'env' }, 'settings', 'env'],
  ])('chooses the model from the entered one (%j), the environment (%j) and the settings (%s)', (entered, env, fromSettings, model) => {
    const store = new AccessStore(env, 'ours');
    store.enter(entered);
    expect(store.modelFor(fromSettings)).toBe(model);
  });

  it('prefers entered values, and falls back to the environment for empty fields', () => {
    const store = new AccessStore({ ANTHROPIC_API_KEY: 'env' }, 'm');
    store.enter({ apiKey: 'typed' });
    expect(store.details.apiKey).toBe('typed');
    store.enter({ model: 'other' });
    expect(store.details.apiKey).toBe('typed');
    store.enter({ apiKey: '' });
    expect(store.details.apiKey).toBe('env');
  });

  it('never sends an environment token along with an entered key', () => {
    const store = new AccessStore({ ANTHROPIC_AUTH_TOKEN: 'env' }, 'm');
    store.enter({ apiKey: 'typed' });
    expect(store.details).toMatchObject({ apiKey: 'typed', authToken: undefined });
  });

  it.each(['localhost:11434', 'ftp://x', 'file:///etc/passwd', 'javascript:1'])('rejects the address %s', (baseUrl) => {
    expect(() => new AccessStore({}, 'm').enter({ baseUrl })).toThrow('isn’t a server address');
  });
});
