import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockSession } from '#main/session/session-lock.ts';
import { tidySessions } from '#main/session/tidy-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();

let temp: TempProject;
let sessionsDir: string;
beforeEach(() => {
  temp = new TempProject();
  sessionsDir = join(temp.stateDir, 'sessions');
  mkdirSync(sessionsDir, { recursive: true });
  lookedBefore(2);
});
afterEach(() => temp[Symbol.dispose]());

/** A session last used so many days ago. */
function session(slug: string, days: number, files: readonly string[] = ['events.jsonl']): string {
  const dir = join(sessionsDir, slug, randomUUID());
  mkdirSync(join(dir, 'tool-results'), { recursive: true });
  writeFileSync(join(dir, 'tool-results', 'r.txt'), 'x');
  const then = new Date(NOW - days * DAY);
  for (const name of files) writeFileSync(join(dir, name), '');
  for (const name of files) utimesSync(join(dir, name), then, then);
  utimesSync(dir, then, then);
  return dir;
}

/** The last check was so many days ago. */
function lookedBefore(days: number): void {
  const then = new Date(NOW - days * DAY);
  writeFileSync(join(sessionsDir, 'tidied'), '');
  utimesSync(join(sessionsDir, 'tidied'), then, then);
}

const tidy = (days = 30, now = NOW) => tidySessions({ sessionsDir, days, now });

describe('unused sessions', () => {
  it('are removed with their files, recent ones stay; projects without any are reported', async () => {
    const old = [session('a', 31), session('b', 400), session('b', 31, [])];
    const kept = [session('a', 29), session('a', 40, ['events.jsonl', 'title'])];
    writeFileSync(join(kept[1] ?? '', 'title'), 'named today');
    expect(await tidy()).toEqual(['b']);
    expect(old.filter((dir) => existsSync(dir))).toEqual([]);
    expect(kept.filter((dir) => existsSync(dir))).toEqual(kept);
    expect(existsSync(join(sessionsDir, 'b'))).toBe(false);
  });

  it('stay while open in any process', async () => {
    const [here, there, dead] = [session('a', 99), session('a', 99), session('a', 99)];
    const lock = lockSession(here);
    const other = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { lockSession } from '#main/session/session-lock.ts'; lockSession(${JSON.stringify(there)}); console.log('locked'); setInterval(() => {}, 1000);`,
      ],
      { cwd: join(import.meta.dirname, '../../..'), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(other.stdout, 'data');
    writeFileSync(join(dead, 'owner'), '999999999 1');
    await tidy();
    expect([existsSync(here), existsSync(there), existsSync(dead)]).toEqual([true, true, false]);
    lock.release();
    other.kill('SIGKILL');
    await once(other, 'exit');
  });

  it('are looked for once a day', async () => {
    await tidy();
    const old = session('a', 31);
    await tidy();
    expect(existsSync(old)).toBe(true);
    await tidy(30, NOW + 2 * DAY);
    expect(existsSync(old)).toBe(false);
  });

  it.each([
    ['never before', undefined],
    ['long ago: Gatehouse was not used, or the clock jumped ahead', 40],
    ['in the future: the clock was set back', -900],
  ])('stay for one more day when the last check was %s', async (_, days) => {
    if (days === undefined) rmSync(join(sessionsDir, 'tidied'));
    else lookedBefore(days);
    const old = session('a', 31);
    await tidy();
    expect(existsSync(old)).toBe(true);
    lookedBefore(1.5);
    await tidy();
    expect(existsSync(old)).toBe(false);
  });

  it('are session folders only: nothing else is touched, and no link is followed', async () => {
    const outside = session('../outside', 99);
    const slug = join(sessionsDir, 'a');
    mkdirSync(join(slug, 'notes'), { recursive: true });
    symlinkSync(outside, join(slug, randomUUID()));
    symlinkSync(join(outside, '..'), join(sessionsDir, 'linked'));
    utimesSync(join(slug, 'notes'), new Date(0), new Date(0));
    const old = session('a', 99);
    symlinkSync(outside, join(old, 'link'));
    expect(await tidy()).toEqual([]);
    expect([existsSync(old), existsSync(outside), existsSync(join(outside, 'tool-results/r.txt'))]).toEqual([false, true, true]);
    expect(readdirSync(slug)).toContain('notes');
  });
});
