import { mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFileLock } from '#main/settings/edit/file-lock.ts';
import { tempProject } from './temp-project.ts';

test.each([-3600, 3600])('takes over a lock of a dead process, also when the clock was set by %i s since', async (seconds) => {
  const { stateDir } = tempProject();
  await withFileLock(stateDir, '/a', () => Promise.resolve());
  const [lock = ''] = readdirSync(join(stateDir, 'locks')).map((name) => join(stateDir, 'locks', `${name}.lock`));
  mkdirSync(lock);
  const then = Date.now() / 1000 + seconds;
  utimesSync(lock, then, then);
  await expect(withFileLock(stateDir, '/a', () => Promise.resolve('mine'))).resolves.toBe('mine');
});

test('waits for a lock that is held', async () => {
  const { stateDir } = tempProject();
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = withFileLock(stateDir, '/a', async () => {
    await held.promise;
    order.push('first');
  });
  const second = withFileLock(stateDir, '/a', () => {
    order.push('second');
    return Promise.resolve();
  });
  held.resolve();
  await Promise.all([first, second]);
  expect(order.toSorted()).toEqual(['first', 'second']);
});
