import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const MINE = 'mine: one\nmine: two\nmine: three\nmine: four\n';

/** What the agent does with a person's new file `mine.txt`, turn by turn, and its final location. */
const MOVES: Readonly<Record<string, { readonly turns: readonly ((temp: CheckpointFixture) => void)[]; readonly end: string }>> = {
  'to another name': { turns: [(temp) => renameSync(temp.path('mine.txt'), temp.path('other.txt'))], end: 'other.txt' },
  'with its folder': { turns: [(temp) => renameSync(temp.path('notes'), temp.path('docs'))], end: 'docs/mine.txt' },
  'and changes it': {
    turns: [
      (temp) => {
        renameSync(temp.path('mine.txt'), temp.path('other.txt'));
        writeFileSync(temp.path('other.txt'), 'agent\n', { flag: 'a' });
      },
    ],
    end: 'other.txt',
  },
  'over several turns': {
    turns: [
      (temp) => renameSync(temp.path('mine.txt'), temp.path('other.txt')),
      (temp) => {
        mkdirSync(temp.path('deep'));
        renameSync(temp.path('other.txt'), temp.path('deep/third.txt'));
      },
    ],
    end: 'deep/third.txt',
  },
  'over a small file': { turns: [(temp) => renameSync(temp.path('mine.txt'), temp.path('small.txt'))], end: 'small.txt' },
  'over a large file and changes it': {
    turns: [
      (temp) => {
        renameSync(temp.path('mine.txt'), temp.path('large.txt'));
        writeFileSync(temp.path('large.txt'), 'agent\n', { flag: 'a' });
      },
    ],
    end: 'large.txt',
  },
  'next to files with the same content': {
    turns: [
      (temp) => {
        for (const name of ['a.txt', 'b.txt', 'z.txt']) temp.write(name, MINE);
        renameSync(temp.path('mine.txt'), temp.path('other.txt'));
      },
    ],
    end: 'other.txt',
  },
};

it.each(Object.entries(MOVES))('lists a person’s new file that the agent moves %s as the person’s', async (_, { turns, end }) => {
  using temp = new CheckpointFixture({ 'a.txt': 'a', 'small.txt': 'covered', 'large.txt': 'covered: large\n'.repeat(100) });
  const messageId = await temp.turn(() => temp.write('made.txt', 'agent'));
  const file = end.startsWith('docs/') ? 'notes/mine.txt' : 'mine.txt';
  temp.write(file, MINE);
  for (const work of turns) await temp.turn(() => work(temp));
  const now = readFileSync(temp.path(end), 'utf8');

  const changes = await temp.checkpoints.changes('session');
  expect(changes?.files.find(({ path }) => path === end)).toMatchObject({ changedByOthers: true });
  expect(changes?.files.find(({ path }) => path === 'made.txt')).toMatchObject({ changedByOthers: false });
  const point = (await temp.checkpoints.points()).find((each) => each.messageId === messageId);
  const { files, previewId } = await temp.checkpoints.preview(point?.checkpointId ?? '');
  const keep = files.flatMap(({ path, changedByOthers }) => (changedByOthers ? [path] : []));
  expect(keep).toContain(end);
  expect(keep).not.toContain('made.txt');
  await temp.checkpoints.restore(previewId, keep);
  expect(readFileSync(temp.path(end), 'utf8')).toBe(now);
});

it('a file the agent creates while removing a person’s is the agent’s', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a' });
  const messageId = await temp.turn(() => temp.write('a.txt', 'agent'));
  temp.write('mine.txt', MINE);
  await temp.turn(() => {
    renameSync(temp.path('mine.txt'), temp.path('other.txt'));
    temp.write('made.txt', 'agent: made\n'.repeat(10));
  });
  const { preview } = await temp.restoreBefore(messageId, ['other.txt']);
  expect(preview.files.map(({ path, changedByOthers }) => [path, changedByOthers])).toEqual([
    ['other.txt', true],
    ['a.txt', false],
    ['made.txt', false],
  ]);
});
