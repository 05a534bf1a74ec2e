import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appRoot } from '#main/app-root.ts';
import { VARIABLES } from '#main/environment.ts';

it('docs/environment.md has the row of each variable', () => {
  const rows = readFileSync(join(appRoot, 'docs/environment.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(
    Object.entries(VARIABLES).map(([name, { fallback, meaning }]) => `| \`${name}\` | ${inWords(fallback)} | ${meaning} |`),
  );
});

it('variables are read through the table alone', () => {
  const direct = /(?:(?<![.\w])|#)env(?:\.[A-Z]|\[['"`])|process\.env(?:\.[A-Z]|\[['"`])/u;
  const files = globSync('main/**/*.ts', { cwd: appRoot });
  expect(files.filter((file) => direct.test(readFileSync(join(appRoot, file), 'utf8')))).toEqual([]);
});

function inWords(fallback: string | number | boolean): string {
  if (typeof fallback === 'string') return fallback;
  return typeof fallback === 'number' ? fallback.toLocaleString('en') : fallback ? 'on' : 'off';
}
