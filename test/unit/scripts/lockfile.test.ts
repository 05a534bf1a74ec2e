import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(appRoot, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };

/** npm drops optional packages that its registry doesn't have, and then `npm ci` rejects the lockfile. */
it('has an entry for every optional package, so that `npm ci` works on every platform', () => {
  const missing = Object.entries(packages).flatMap(([name, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (dependency) => !packages[`node_modules/${dependency}`] && !packages[`${name}/node_modules/${dependency}`],
    ),
  );
  expect(missing).toEqual([]);
});

/** The app runs on the pinned Node 24; `npm ci` may run on any Node from 20.19 on and checks against that one. */
it('has no package that needs a newer Node than the one that runs npm', () => {
  const wantsNewer = Object.values(packages).some(({ engines }) => /(?:^|\D)2[24]\./u.test(engines?.node ?? ''));
  const config = readFileSync(join(appRoot, '.npmrc'), 'utf8').split('\n');
  expect({ wantsNewer, isQuiet: config.includes('loglevel=error') }).toEqual({ wantsNewer: true, isQuiet: true });
});

it('has a hash for every package that is not optional', () => {
  const unhashed = Object.entries(packages).filter(([name, entry]) => name !== '' && !entry.optional && !entry.integrity);
  expect(unhashed).toEqual([]);
});
