import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';

const MINE = 'mine: one\nmine: two\nmine: three\nmine: four\n';

/** What the agent does with a person's new file `mine.txt`, turn by turn, and its final location. */
const MOVES: Readonly<Record<string, { readonly turns: readonly ((place: CheckpointPlace) => void)[]; readonly end: string }>> = {
  'to another name': { turns: [(place) => renameSync(place.path('mine.txt'), place.path('other.txt'))], end: 'other.txt' },
  'with its folder': { turns: [(place) => renameSync(place.path('notes'), place.path('docs'))], end: 'docs/mine.txt' },
  'and changes it': {
    turns: [
      (place) => {
        renameSync(place.path('mine.txt'), place.path('other.txt'));
        writeFileSync(place.path('other.txt'), 'agent\n', { flag: 'a' });
      },
    ],
    end: 'other.txt',
  },
  'over several turns': {
    turns: [
      (place) => renameSync(place.path('mine.txt'), place.path('other.txt')),
      (place) => {
        mkdirSync(place.path('deep'));
        renameSync(place.path('other.txt'), place.path('deep/third.txt'));
      },
    ],
    end: 'deep/third.txt',
  },
  'over a small file': { turns: [(place) => renameSync(place.path('mine.txt'), place.path('small.txt'))], end: 'small.txt' },
  'over a large file and changes it': {
    turns: [
      (place) => {
        renameSync(place.path('mine.txt'), place.path('large.txt'));
        writeFileSync(place.path('large.txt'), 'agent\n', { flag: 'a' });
      },
    ],
    end: 'large.txt',
  },
  'next to files with the same content': {
    turns: [
      (place) => {
        for (const name of ['a.txt', 'b.txt', 'z.txt']) place.write(name, MINE);
        renameSync(place.path('mine.txt'), place.path('other.txt'));
      },
    ],
    end: 'other.txt',
  },
};

it.each(Object.entries(MOVES))('lists a person’s new file that the agent moves %s as the person’s', async (_, { turns, end }) => {
  using place = new CheckpointPlace({ 'a.txt': 'a', 'small.txt': 'covered', 'large.txt': 'covered: large\n'.repeat(100) });
  const messageId = await place.turn(() => place.write('made.txt', 'agent'));
  const file = end.startsWith('docs/') ? 'notes/mine.txt' : 'mine.txt';
  place.write(file, MINE);
  for (const work of turns) await place.turn(() => work(place));
  const now = readFileSync(place.path(end), 'utf8');

  const changes = await place.checkpoints.changes('session');
  expect(changes?.files.find(({ path }) => path === end)).toMatchObject({ changedByOthers: true });
  expect(changes?.files.find(({ path }) => path === 'made.txt')).toMatchObject({ changedByOthers: false });
  const point = (await place.checkpoints.points()).find((each) => each.messageId === messageId);
  const { files, previewId } = await place.checkpoints.preview(point?.checkpointId ?? '');
  const keep = files.flatMap(({ path, changedByOthers }) => (changedByOthers ? [path] : []));
  expect(keep).toContain(end);
  expect(keep).not.toContain('made.txt');
  await place.checkpoints.restore(previewId, keep);
  expect(readFileSync(place.path(end), 'utf8')).toBe(now);
});

it('a file the agent creates while removing a person’s is the agent’s', async () => {
  using place = new CheckpointPlace({ 'a.txt': 'a' });
  const messageId = await place.turn(() => place.write('a.txt', 'agent'));
  place.write('mine.txt', MINE);
  await place.turn(() => {
    renameSync(place.path('mine.txt'), place.path('other.txt'));
    place.write('made.txt', 'agent: made\n'.repeat(10));
  });
  const { preview } = await place.restoreBefore(messageId, ['other.txt']);
  expect(preview.files.map(({ path, changedByOthers }) => [path, changedByOthers])).toEqual([
    ['other.txt', true],
    ['a.txt', false],
    ['made.txt', false],
  ]);
});
