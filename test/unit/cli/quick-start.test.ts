import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { appVersion } from '#main/app-root.ts';
import { CliFixture } from './run-cli.ts';

/** Without the tests' own compile cache. */
const start = async (cli: CliFixture): Promise<void> => {
  expect(await cli.run(['help'], { NODE_COMPILE_CACHE: '' })).toMatchObject({ code: 0, stderr: '' });
};
const stateDir = (cli: CliFixture): string => join(cli.root, 'state');
const cached = (cli: CliFixture): string => join(stateDir(cli), 'compile-cache');

it('the compile cache is stored in the user’s own folder, per version', async () => {
  using cli = new CliFixture();
  mkdirSync(join(cached(cli), '0.0.1'), { recursive: true, mode: 0o700 });
  chmodSync(stateDir(cli), 0o700);
  await start(cli);
  expect(readdirSync(cached(cli))).toEqual([appVersion()]);
  expect(readdirSync(join(cached(cli), appVersion()))).not.toEqual([]);
});

it('doesn’t create the state folder for the compile cache', async () => {
  using cli = new CliFixture();
  await start(cli);
  expect(existsSync(stateDir(cli))).toBe(false);
});

it.skipIf(process.platform === 'win32').each<[string, (cli: CliFixture) => void]>([
  ['a folder others can write to', (cli) => chmodSync(stateDir(cli), 0o770)],
  [
    'a code folder others could write to',
    (cli) => {
      mkdirSync(join(cached(cli), appVersion()), { recursive: true });
      chmodSync(join(cached(cli), appVersion()), 0o777);
      writeFileSync(join(cached(cli), appVersion(), 'planted'), '');
    },
  ],
  [
    'a link',
    (cli) => {
      mkdirSync(join(cli.root, 'elsewhere', appVersion()), { recursive: true });
      writeFileSync(join(cli.root, 'elsewhere', appVersion(), 'planted'), '');
      symlinkSync(join(cli.root, 'elsewhere'), cached(cli));
    },
  ],
])('reads no compile cache from %s', async (_, spoil) => {
  using cli = new CliFixture();
  mkdirSync(stateDir(cli), { mode: 0o700 });
  spoil(cli);
  await start(cli);
  expect(existsSync(join(cached(cli), appVersion(), 'planted'))).toBe(false);
  if (existsSync(join(cli.root, 'elsewhere'))) expect(readdirSync(join(cli.root, 'elsewhere', appVersion()))).toEqual(['planted']);
});
