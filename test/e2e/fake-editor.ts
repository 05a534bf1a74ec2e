import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './host.ts';

/** A `code` on the PATH that records what it is asked to open, for tests that need an editor. */
export function fakeEditor(homeDir: string) {
  const opened = join(homeDir, 'opened');
  const bin = join(homeDir, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'code'), `#!/bin/sh\nprintf '%s ' "$@" > ${opened}\n`);
  chmodSync(join(bin, 'code'), 0o755);
  return {
    env: { PATH: `${bin}:${process.env['PATH']}`, DISPLAY: ':0', SHLVL: '1' },
    /** Waits until it was asked to open a location such as `/p/a.ts:3:1`. */
    async expectOpened(place: string): Promise<void> {
      await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toBe(`-g ${place} `);
      writeFileSync(opened, '');
    },
  };
}
