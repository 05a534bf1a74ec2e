import { existsSync, readFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const LARGE_BYTES = 5 * 1024 * 1024 + 1;

interface Scenario {
  /** What happens to a file that the first checkpoint left out, turn by turn. The files before the last turn are restored. */
  readonly turns: readonly ((temp: CheckpointFixture) => void)[];
  /** Its location after the restore and after its undo; `undefined`: gone. */
  readonly restored: string;
  readonly undone: string | undefined;
}

const uncover = (temp: CheckpointFixture): void => temp.write('.gitignore', '');
const move = (from: string, to: string) => (temp: CheckpointFixture) => renameSync(temp.path(from), temp.path(to));
const remove = (path: string) => (temp: CheckpointFixture) => rmSync(temp.path(path));

const SCENARIOS: Readonly<Record<string, Scenario>> = {
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
      (temp) => {
        truncateSync(temp.path('large.bin'), 4);
        move('large.bin', 'small.bin')(temp);
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
  const done = await checkpoints.restoreSelected(changes?.changesId ?? '', { isSelected: () => true });
  return { listed: changes?.files.map(({ path }) => path), uncovered: changes?.leftOut.items, done };
}

function projectWithFiles(): CheckpointFixture {
  const temp = new CheckpointFixture({ '.gitignore': '.env\ndata/\n', 'a.txt': 'a', '.env': 'mine', 'data/db': 'mine' });
  temp.write('large.bin', 'mine');
  truncateSync(temp.path('large.bin'), LARGE_BYTES);
  return temp;
}

it.each(Object.entries(SCENARIOS))(
  'an uncovered file that %s stays uncovered after a restore rewrote it',
  async (_, { turns, restored }) => {
    using temp = projectWithFiles();
    let last = '';
    for (const work of turns) {
      last = await temp.turn(() => {
        work(temp);
        temp.write('made.txt', `agent: ${work.toString()}`);
      });
    }
    await temp.restoreBefore(last);
    expect(readFileSync(temp.path(restored), 'utf8')).toBe('mine');
    // Also in another process.
    for (const checkpoints of [temp.newSession(temp.newStore()), temp.checkpoints]) {
      const { listed, uncovered } = await revertAll(checkpoints);
      expect(listed).not.toContain(restored);
      expect(uncovered).toContainEqual({ path: restored, reason: 'uncovered' });
      expect(readFileSync(temp.path(restored), 'utf8')).toBe('mine');
    }
    expect(existsSync(temp.path('made.txt'))).toBe(false);
  },
);

const UNDONE = Object.entries(SCENARIOS).flatMap(([way, { turns, undone }]) =>
  undone === undefined ? [] : [[way, turns, undone] as const],
);

it.each(UNDONE)('an uncovered file that %s stays uncovered after a restore and its undo', async (_, turns, undone) => {
  using temp = projectWithFiles();
  const messages: string[] = [];
  for (const work of turns) messages.push(await temp.turn(() => work(temp)));
  await temp.turn(() => temp.write('made.txt', 'agent'));
  const { done } = await temp.restoreBefore(messages.at(-1) ?? '');
  const { previewId } = await temp.checkpoints.preview(done.undoId);
  await temp.checkpoints.restore(previewId, []);
  expect([undone, 'made.txt'].map((path) => readFileSync(temp.path(path), 'utf8'))).toEqual(['mine', 'agent']);

  const { preview } = await temp.restoreBefore(messages[0] ?? '');
  expect(preview.leftOut.items).toContainEqual({ path: undone, reason: 'uncovered' });
  expect(readFileSync(temp.path(undone), 'utf8')).toBe('mine');
  expect(existsSync(temp.path('made.txt'))).toBe(false);
});

it('an uncovered file stays uncovered after part of it was restored', async () => {
  using temp = projectWithFiles();
  await temp.turn(() => move('.env', 'env.txt')(temp));
  await temp.turn(() => temp.write('made.txt', 'agent'));
  await temp.turn(() => writeFileSync(temp.path('env.txt'), '\nagent\n', { flag: 'a' }));
  const changes = await temp.checkpoints.changes('turn');
  const edited = new Map([['env.txt', Buffer.from('mine\n')]]);
  await temp.checkpoints.restoreSelected(changes?.changesId ?? '', { isSelected: () => true, edited });
  const { uncovered } = await revertAll(temp.checkpoints);
  expect(uncovered).toContainEqual({ path: 'env.txt', reason: 'uncovered' });
  expect([readFileSync(temp.path('env.txt'), 'utf8'), existsSync(temp.path('made.txt'))]).toEqual(['mine\n', false]);
});

it('a restored file of the agent can be removed by undo, and isn’t kept later', async () => {
  using temp = projectWithFiles();
  const first = await temp.turn(() => temp.write('made.txt', 'agent'));
  await temp.turn(() => temp.write('a.txt', 'agent'));
  const removal = await temp.turn(() => rmSync(temp.path('made.txt')));
  const { done } = await temp.restoreBefore(removal);
  expect(readFileSync(temp.path('made.txt'), 'utf8')).toBe('agent');
  const { previewId } = await temp.checkpoints.preview(done.undoId);
  const undone = await temp.checkpoints.restore(previewId, []);
  expect([undone.failed, existsSync(temp.path('made.txt'))]).toEqual([[], false]);
  await temp.restoreBefore(removal);
  await temp.turn(() => temp.write('made.txt', 'agent: changed'));
  await temp.restoreBefore(first);
  expect([existsSync(temp.path('made.txt')), readFileSync(temp.path('a.txt'), 'utf8')]).toEqual([false, 'a']);
});

it('restores a file dated before 1970', async () => {
  using temp = projectWithFiles();
  await temp.turn(() => {
    temp.write('made.txt', 'agent');
    utimesSync(temp.path('made.txt'), new Date(-1_000_000), new Date(-1_000_000));
  });
  const removal = await temp.turn(() => rmSync(temp.path('made.txt')));
  const { done } = await temp.restoreBefore(removal);
  expect([done.failed, readFileSync(temp.path('made.txt'), 'utf8')]).toEqual([[], 'agent']);
});
