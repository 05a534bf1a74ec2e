import { describe, expect, test } from 'vitest';
import type { SettingsLayer } from '#main/settings/loaded-settings.ts';
import { barredBy } from '#main/settings/plugins/marketplace-policy.ts';
import type { NamedSource } from '#shared/settings/plugin-settings.ts';

const managed = (value: SettingsLayer['value']): SettingsLayer[] => [
  { source: 'policy', file: '/m', fromRepository: false, value, rules: [], disabledRules: [] },
];
const repository = (url: string): NamedSource => ({ source: 'git', url });

describe('which marketplaces managed settings allow', () => {
  test.each([
    ['https://github.com/corp/plugins', true],
    ['https://GitHub.com:443/corp/plugins.git/', true],
    ['https://github.com/corp/../evil/plugins', false],
    ['https://github.com/corp/%2e%2e/evil/plugins', false],
    ['https://github.com/corp/..%2fevil/plugins', false],
    ['https://github.com/evil/plugins', false],
  ])('%s, of all of an organisation: %s', (url, isAllowed) => {
    const layers = managed({ strictKnownMarketplaces: [{ source: 'github', repo: 'corp/*' }] });
    expect(barredBy(repository(url), layers) === undefined).toBe(isAllowed);
  });

  test.each([
    'https://github.com/evil/plugins',
    'https://github.com:443/evil/plugins',
    'https://github.com/x/../evil/plugins',
    'https://github.com/%65vil/plugins.git',
  ])('%s is blocked like the repository it is', (url) => {
    const layers = managed({ blockedMarketplaces: [{ source: 'github', repo: 'evil/plugins' }] });
    expect(barredBy(repository(url), layers)).toContain('blocked');
  });

  test('a folder that only begins like an allowed one isn’t allowed', () => {
    const layers = managed({ strictKnownMarketplaces: [{ source: 'pathPattern', pathPattern: '^/opt/plugins/' }] });
    expect(barredBy({ source: 'directory', path: '/opt/plugins/a' }, layers)).toBeUndefined();
    expect(barredBy({ source: 'directory', path: '/opt/plugins/../../home/me/x' }, layers)).toContain('only other');
  });
});
