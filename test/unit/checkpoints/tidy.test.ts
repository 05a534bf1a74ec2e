import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { CheckpointStore } from '#main/checkpoints/checkpoint-store.ts';
import { keptCheckpoints } from '#main/checkpoints/store/refs.ts';
import { tidy } from '#main/checkpoints/store/tidy.ts';
import { CheckpointFixture, SESSION_ID } from '#test/support/checkpoint-fixture.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

async function takeOne(temp: CheckpointFixture, session: string, id: string, store: CheckpointStore = temp.store) {
  return store.exclusive(() => store.take(session, id, true));
}

async function tidied(temp: CheckpointFixture, sessions: readonly string[], more: { now?: number; maxBytes?: number } = {}) {
  const { git } = await temp.store.open();
  rmSync(join(temp.store.storeDir, 'tidied'), { force: true });
  await tidy({ git, storeDir: temp.store.storeDir, sessions: () => new Set(sessions), days: 30, now: Date.now(), ...more });
  const kept = await Promise.all(['one', 'two'].map((session) => keptCheckpoints(git, session)));
  return kept.map((ids) => [...ids].filter((id) => id !== '').toSorted());
}

/** As if nothing had been written for hours. */
function age(temp: CheckpointFixture): void {
  const old = new Date(Date.now() - 5 * 60 * 60 * 1000);
  const objects = join(temp.store.storeDir, 'objects');
  for (const name of readdirSync(objects, { recursive: true })) utimesSync(join(objects, String(name)), old, old);
}

function bytes(temp: CheckpointFixture): number {
  const objects = join(temp.store.storeDir, 'objects');
  return readdirSync(objects, { recursive: true })
    .map((name) => statSync(join(objects, String(name))))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

const noise = (length: number): string => Array.from({ length }, () => Math.random().toString(36)).join('');

it('deleting a session removes its checkpoints and the content only they kept', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'stays' });
  await takeOne(temp, 'one', 'c1');
  temp.write('big.txt', noise(20_000));
  await takeOne(temp, 'two', 'c2');
  rmSync(temp.path('big.txt'));
  await takeOne(temp, 'one', 'c3');
  const before = bytes(temp);
  age(temp);
  expect(await tidied(temp, ['one'])).toEqual([['c1', 'c3'], []]);
  expect(bytes(temp)).toBeLessThan(before / 2);
});

it('removes checkpoints older than the retention period', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  await takeOne(temp, 'one', 'c1');
  expect(await tidied(temp, ['one'], { now: Date.now() + 29 * DAY_MS })).toEqual([['c1'], []]);
  expect(await tidied(temp, ['one'], { now: Date.now() + 31 * DAY_MS })).toEqual([[], []]);
});

it('removes the oldest when the disk is full, never the last', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  for (const id of ['c1', 'c2', 'c3', 'c4']) {
    temp.write('a.txt', noise(10_000));
    await takeOne(temp, 'one', id);
  }
  age(temp);
  const [kept] = await tidied(temp, ['one'], { maxBytes: 1000 });
  expect(kept?.length).toBeGreaterThanOrEqual(1);
  expect(kept?.length).toBeLessThan(4);
});

it('keeps the checkpoints of a session that starts meanwhile, and all when the sessions are unknown', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  await takeOne(temp, 'one', 'c1');
  const { git } = await temp.store.open();
  const there = new Set(['one']);
  const list = git.run.bind(git);
  vi.spyOn(git, 'run').mockImplementation(async (args, options) => {
    const output = await list(args, options);
    // Created just after the checkpoints were listed: it isn't among them, and takes one meanwhile.
    if (args[0] === 'for-each-ref' && there.size === 1) {
      there.add('two');
      await takeOne(temp, 'two', 'c2');
    }
    return output;
  });
  const options = { git, storeDir: temp.store.storeDir, days: 30, now: Date.now(), force: true };
  await tidy({ ...options, sessions: () => there });
  await tidy({
    ...options,
    sessions: () => {
      throw new Error('unreadable');
    },
  });
  vi.restoreAllMocks();
  const kept = await Promise.all(['one', 'two'].map((session) => keptCheckpoints(git, session)));
  expect(kept.map((ids) => [...ids].filter((id) => id !== ''))).toEqual([['c1'], ['c2']]);
});

it('a store over its size limit drops the oldest at once, and accepts nothing beyond twice the limit', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  const store = temp.newStore(process.env, temp.projectDir, 100_000);
  await store.tidy({ sessions: () => new Set(['one']), days: 30 });
  const take = (id: string): Promise<unknown> => {
    temp.write('a.txt', noise(10_000));
    return takeOne(temp, 'one', id, store);
  };
  await take('c1');
  await take('c2');
  await take('c3');
  await expect(take('c4')).rejects.toThrow(/its checkpoints take [\d.]+KB already/u);
  const { git } = await store.open();
  expect((await keptCheckpoints(git, 'one')).has('c1')).toBe(false);
});

it('another process continues when its last state was removed', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  const other = temp.newStore();
  await takeOne(temp, 'two', 'c1', other);
  await takeOne(temp, 'one', 'c2');
  temp.write('a.txt', 'b');
  await takeOne(temp, 'one', 'c3');
  rmSync(join(temp.store.storeDir, 'known-files'));
  age(temp);
  await tidied(temp, []);
  const again = await takeOne(temp, 'two', 'c4', other);
  expect(again.counts).toMatchObject({ files: 1, changed: 1 });
});

it('two processes take checkpoints in a new store at the same time', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
  const [one, two] = [temp.newStore(), temp.newStore()];
  const taken = await Promise.all([takeOne(temp, SESSION_ID, 'c1', one), takeOne(temp, SESSION_ID, 'c2', two)]);
  expect(taken[0]?.tree).toBe(taken[1]?.tree);
  expect(taken.map(({ counts }) => counts.files)).toEqual([2, 2]);
});
