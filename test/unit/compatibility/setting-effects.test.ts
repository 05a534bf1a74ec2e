import { expect, it } from 'vitest';
import { documentedSettings, effectOfSetting, keysOf } from '#shared/compatibility/setting-effects.ts';
import { UNSUPPORTED_SETTINGS } from '#shared/compatibility/unsupported-settings.ts';
import { SETTINGS } from '#shared/settings/settings.ts';
import { trySetting } from './try-setting.ts';

it.each(documentedSettings().map(({ key, effect }) => [key, effect] as const))(
  '%s has the effect that the table describes',
  (key, effect) => {
    const { acts, problems } = trySetting(key);
    expect(problems).toEqual([]);
    expect(acts).toBe(effect.compatibility !== 'not');
  },
);

it('each key is in one table only, with a sentence where something is missing', () => {
  const read = new Set<string>(SETTINGS.map(({ key }) => key));
  expect([...UNSUPPORTED_SETTINGS.keys()].filter((key) => read.has(key))).toEqual([]);
  for (const { effect } of documentedSettings()) {
    if (effect.compatibility === 'works') expect(effect.why).toBe('');
    else expect(effect.why).toMatch(/^[A-Z“].*\.$/u);
  }
});

it('knows the keys of objects that are documented one by one, and no others', () => {
  expect(keysOf({ model: 'x', permissions: { allow: [], mystery: 1 }, sandbox: { enabled: true }, env: { A: '1' } })).toEqual([
    'model',
    'permissions.allow',
    'permissions.mystery',
    'sandbox.enabled',
    'env',
  ]);
  expect(keysOf({ permissions: 'text' })).toEqual(['permissions']);
  expect(effectOfSetting('permissions.mystery')).toBeUndefined();
  expect(effectOfSetting('toString')).toBeUndefined();
});
