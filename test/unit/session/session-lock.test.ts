import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { lockSession } from '#main/session/session-lock.ts';
import { TempProject } from '#test/support/temp-project.ts';

const TAKER = fileURLToPath(new URL('../../support/programs/take-locks.ts', import.meta.url));

/** Yields a program's output line by line. */
class Taker {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(folders: readonly string[]) {
    this.child = spawn(process.execPath, [TAKER, ...folders], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface(this.child.stdout)[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    const next = await this.#lines.next();
    return next.done ? '' : next.value;
  }
}

it.each([
  { left: 'a dead process', owner: '999999999 1' },
  { left: 'nobody', owner: undefined },
])('one of several processes gets a session that $left had', async ({ owner }) => {
  using temp = new TempProject();
  const folders = Array.from({ length: 300 }, (_, index) => join(temp.stateDir, `s${index}`));
  for (const folder of folders) {
    mkdirSync(folder);
    if (owner !== undefined) writeFileSync(join(folder, 'owner'), owner);
  }
  const takers = Array.from({ length: 3 }, () => new Taker(folders));
  try {
    for (const taker of takers) expect(await taker.line()).toBe('ready');
    for (const { child } of takers) child.stdin.write('go\n');
    const taken = await Promise.all(takers.map(async (taker): Promise<string[]> => JSON.parse(await taker.line())));
    expect(taken.flat().toSorted()).toEqual(folders.toSorted());
    // No files but the locks remain.
    expect(folders.flatMap((folder) => readdirSync(folder))).toEqual(folders.map(() => 'owner'));
  } finally {
    for (const { child } of takers) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    }
  }
});

it('a released lock can be taken again', () => {
  using temp = new TempProject();
  lockSession(temp.stateDir).release();
  const again = lockSession(temp.stateDir);
  expect(() => lockSession(temp.stateDir)).toThrow('open in another');
  again.release();
  expect(readdirSync(temp.stateDir)).toEqual([]);
});

it.each([-3600, 3600])('takes over from a dead process, also when the clock was set by %i s since', (seconds) => {
  using temp = new TempProject();
  writeFileSync(join(temp.stateDir, 'owner'), '999999999 1');
  mkdirSync(join(temp.stateDir, 'owner.taking'));
  const then = Date.now() / 1000 + seconds;
  utimesSync(join(temp.stateDir, 'owner.taking'), then, then);
  lockSession(temp.stateDir).release();
  expect(readdirSync(temp.stateDir)).toEqual([]);
});
