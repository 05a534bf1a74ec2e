import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStateDir } from '#main/engine/state-dir.ts';
import { TempProject } from '#test/support/temp-project.ts';

it('is created with its parents, for this user only', () => {
  using temp = new TempProject();
  const dir = join(temp.homeDir, 'deep', 'deeper', 'state');
  expect(openStateDir({ GATEHOUSE_HOME: dir })).toBe(dir);
  expect(openStateDir({ GATEHOUSE_HOME: dir })).toBe(dir);
  expect(statSync(dir).mode & 0o777).toBe(0o700);
});

it.runIf(existsSync('/proc/self'))('reports failure instead of retrying forever when nothing can be created', () => {
  expect(() => openStateDir({ GATEHOUSE_HOME: '/proc/nowhere/state' })).toThrow('Set GATEHOUSE_HOME to a folder you can write');
});
