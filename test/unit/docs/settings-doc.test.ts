import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { appRoot } from '#main/app-root.ts';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';
import type { SettingReach } from '#shared/settings/setting-row.ts';
import { SETTINGS } from '#shared/settings/settings.ts';

const SET_IN: Readonly<Record<SettingReach, string>> = {
  any: 'any',
  own: 'user, local, managed',
  user: 'user, managed',
  managed: 'managed',
};

const exampleSchema = z.object({ gatehouse: z.record(z.string(), z.unknown()) });

/** The rows of the settings table: example, default, where it can be set. */
const rows = readFileSync(join(appRoot, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `{"gatehouse"'))
  .map((line) =>
    line
      .slice(2)
      .split(' | ')
      .map((cell) => cell.replaceAll(/^`|`$/gu, '')),
  );

it('README.md has a row for each gatehouse setting, with its default and where it can be set', () => {
  const documented = rows.map(([example = '', fallback, setIn]) => [
    ...Object.keys(exampleSchema.parse(JSON.parse(example)).gatehouse).map((key) => `gatehouse.${key}`),
    fallback,
    setIn,
  ]);
  const own = SETTINGS.filter(({ key }) => key.startsWith('gatehouse.'));
  expect(documented).toEqual(own.map(({ key, fallbackText, reach }) => [key, fallbackText, SET_IN[reach]]));
});

it.each(rows.map(([example = '']) => example))('the example %s is valid', (example) => {
  expect(settingsFileSchema.safeParse(JSON.parse(example)).error).toBeUndefined();
});
