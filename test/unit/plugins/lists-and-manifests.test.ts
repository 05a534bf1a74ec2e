import { describe, expect, test } from 'vitest';
import { parseCatalogue } from '#main/plugins/catalogue.ts';
import { parseManifest, parseObject } from '#main/settings/plugins/plugin-manifest.ts';

describe('lists and manifests of any shape', () => {
  test.each([
    ['{"name":"a b","plugins":[]}', '“name”'],
    ['{"name":"../x","plugins":[]}', '“name”'],
    ['{"name":"x"}', '“plugins”'],
    ['[]', 'doesn’t contain a JSON object'],
    [`{"name":"x","plugins":${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nested deeper'],
  ])('a list that can’t be used says why: %.40s', (text, why) => {
    expect(parseCatalogue(text)).toEqual({ broken: expect.stringContaining(why) });
  });

  test('entries that can’t be used are left out, with the reason', () => {
    const plugins = [{ name: 'ok', source: './ok' }, { name: '../bad', source: './x' }, 7, { name: 'ok', source: './again' }];
    expect(parseCatalogue(JSON.stringify({ name: 'x', plugins }))).toMatchObject({
      plugins: [{ name: 'ok', source: './ok' }],
      problems: [expect.stringContaining('Plugin 2'), expect.stringContaining('Plugin 3'), '“ok” is listed twice; the first one counts.'],
    });
  });

  test('a manifest with a key that isn’t own changes nothing', () => {
    const parsed = parseObject('{"name":"x","__proto__":{"commands":["../x"]}}');
    expect('value' in parsed && parseManifest(parsed.value)).toMatchObject({ manifest: { name: 'x' } });
  });
});
