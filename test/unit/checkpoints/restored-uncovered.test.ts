import { existsSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';

const LARGE_BYTES = 5 * 1024 * 1024 + 1;

interface Way {
  /** What happens to a file that the first checkpoint left out, turn by turn. The files before the last turn are restored. */
  readonly turns: readonly ((place: CheckpointPlace) => void)[];
  /** Its location after the restore and after its undo; `undefined`: gone. */
  readonly restored: string;
  readonly undone: string | undefined;
}

const uncover = (place: CheckpointPlace): void => place.write('.gitignore', '');
const move = (from: string, to: string) => (place: CheckpointPlace) => renameSync(place.path(from), place.path(to));
const remove = (path: string) => (place: CheckpointPlace) => rmSync(place.path(path));

const WAYS: Readonly<Record<string, Way>> = {
  'was renamed after it was covered': { turns: [uncover, move('.env', 'env.txt')], restored: '.env', undone: 'env.txt' },
  'was renamed twice': { turns: [move('.env', 'env.txt'), move('env.txt', 'b.txt')], restored: 'env.txt', undone: 'b.txt' },
  'was renamed, then removed': { turns: [move('.env', 'env.txt'), remove('env.txt')], restored: 'env.txt', undone: undefined },
  'replaced a covered file and was removed': {
    turns: [move('.env', 'a.txt'), remove('a.txt')],
    restored: 'a.txt',
    undone: undefined,
  },
  'replaced a covered file and was renamed': {
    turns: [move('.env', 'a.txt'), move('a.txt', 'b.txt')],
    restored: 'a.txt',
    undone: 'b.txt',
  },
  'was in an ignored folder': { turns: [move('data/db', 'db'), move('db', 'b.txt')], restored: 'db', undone: 'b.txt' },
  'was too large': {
    turns: [
      (place) => {
        truncateSync(place.path('large.bin'), 4);
        move('large.bin', 'small.bin')(place);
      },
      move('small.bin', 'b.bin'),
    ],
    restored: 'small.bin',
    undone: 'b.bin',
  },
};

/** The list against the first checkpoint, and what stays when everything on it is reverted. */
async function revertAll(checkpoints: SessionCheckpoints) {
  const changes = await checkpoints.changes('session');
  const done = await checkpoints.bringBack(changes?.changesId ?? '', { wants: () => true });
  return { listed: changes?.files.map(({ path }) => path), uncovered: changes?.leftOut.items, done };
}

function placeWithFiles(): CheckpointPlace {
  const place = new CheckpointPlace({ '.gitignore': '.env\ndata/\n', 'a.txt': 'a', '.env': 'mine', 'data/db': 'mine' });
  place.write('large.bin', 'mine');
  truncateSync(place.path('large.bin'), LARGE_BYTES);
  return place;
}

it.each(Object.entries(WAYS))('an uncovered file that %s stays uncovered after a restore rewrote it', async (_, { turns, restored }) => {
  using place = placeWithFiles();
  let last = '';
  for (const work of turns) {
    last = await place.turn(() => {
      work(place);
      place.write('made.txt', `agent: ${work.toString()}`);
    });
  }
  await place.restoreBefore(last);
  expect(readFileSync(place.path(restored), 'utf8')).toBe('mine');
  // Also in another process.
  for (const checkpoints of [place.newSession(place.newStore()), place.checkpoints]) {
    const { listed, uncovered } = await revertAll(checkpoints);
    expect(listed).not.toContain(restored);
    expect(uncovered).toContainEqual({ path: restored, reason: 'uncovered' });
    expect(readFileSync(place.path(restored), 'utf8')).toBe('mine');
  }
  expect(existsSync(place.path('made.txt'))).toBe(false);
});

const UNDONE = Object.entries(WAYS).flatMap(([way, { turns, undone }]) => (undone === undefined ? [] : [[way, turns, undone] as const]));

it.each(UNDONE)('an uncovered file that %s stays uncovered after a restore and its undo', async (_, turns, undone) => {
  using place = placeWithFiles();
  const messages: string[] = [];
  for (const work of turns) messages.push(await place.turn(() => work(place)));
  await place.turn(() => place.write('made.txt', 'agent'));
  const { done } = await place.restoreBefore(messages.at(-1) ?? '');
  const { previewId } = await place.checkpoints.preview(done.undoId);
  await place.checkpoints.restore(previewId, []);
  expect([undone, 'made.txt'].map((path) => readFileSync(place.path(path), 'utf8'))).toEqual(['mine', 'agent']);

  const { preview } = await place.restoreBefore(messages[0] ?? '');
  expect(preview.leftOut.items).toContainEqual({ path: undone, reason: 'uncovered' });
  expect(readFileSync(place.path(undone), 'utf8')).toBe('mine');
  expect(existsSync(place.path('made.txt'))).toBe(false);
});

it('an uncovered file stays uncovered after part of it was restored', async () => {
  using place = placeWithFiles();
  await place.turn(() => move('.env', 'env.txt')(place));
  await place.turn(() => place.write('made.txt', 'agent'));
  await place.turn(() => writeFileSync(place.path('env.txt'), '\nagent\n', { flag: 'a' }));
  const changes = await place.checkpoints.changes('turn');
  const edited = new Map([['env.txt', Buffer.from('mine\n')]]);
  await place.checkpoints.bringBack(changes?.changesId ?? '', { wants: () => true, edited });
  const { uncovered } = await revertAll(place.checkpoints);
  expect(uncovered).toContainEqual({ path: 'env.txt', reason: 'uncovered' });
  expect([readFileSync(place.path('env.txt'), 'utf8'), existsSync(place.path('made.txt'))]).toEqual(['mine\n', false]);
});

it('a restored file of the agent can be removed by undo, and isn’t kept later', async () => {
  using place = placeWithFiles();
  const first = await place.turn(() => place.write('made.txt', 'agent'));
  await place.turn(() => place.write('a.txt', 'agent'));
  const removal = await place.turn(() => rmSync(place.path('made.txt')));
  const { done } = await place.restoreBefore(removal);
  expect(readFileSync(place.path('made.txt'), 'utf8')).toBe('agent');
  const { previewId } = await place.checkpoints.preview(done.undoId);
  const undone = await place.checkpoints.restore(previewId, []);
  expect([undone.failed, existsSync(place.path('made.txt'))]).toEqual([[], false]);
  await place.restoreBefore(removal);
  await place.turn(() => place.write('made.txt', 'agent: changed'));
  await place.restoreBefore(first);
  expect([existsSync(place.path('made.txt')), readFileSync(place.path('a.txt'), 'utf8')]).toEqual([false, 'a']);
});

it('restores a file dated before 1970', async () => {
  using place = placeWithFiles();
  await place.turn(() => {
    place.write('made.txt', 'agent');
    utimesSync(place.path('made.txt'), new Date(-1_000_000), new Date(-1_000_000));
  });
  const removal = await place.turn(() => rmSync(place.path('made.txt')));
  const { done } = await place.restoreBefore(removal);
  expect([done.failed, readFileSync(place.path('made.txt'), 'utf8')]).toEqual([[], 'agent']);
});
