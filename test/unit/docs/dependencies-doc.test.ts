import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { appRoot } from '#main/app-root.ts';

const versions = z.record(z.string(), z.string());
const manifest = z
  .object({ dependencies: versions, devDependencies: versions })
  .parse(JSON.parse(readFileSync(join(appRoot, 'package.json'), 'utf8')));
const [, shipped = '', development = ''] = readFileSync(join(appRoot, 'docs/dependencies.md'), 'utf8').split('\n## ');

/** The packages of the first column. */
function listed(section: string): string[] {
  return section
    .split('\n')
    .flatMap((line) => [...(/^\|([^|]*)\|/u.exec(line)?.[1] ?? '').matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name))
    .toSorted();
}

it('docs/dependencies.md gives a reason for each direct dependency, and for no other', () => {
  expect(listed(shipped)).toEqual(Object.keys(manifest.dependencies).toSorted());
  expect(listed(development)).toEqual(Object.keys(manifest.devDependencies).toSorted());
});

it('dependencies have exact versions', () => {
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
    expect(version, name).toMatch(/^(?:npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/u);
});
