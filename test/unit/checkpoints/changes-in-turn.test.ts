import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

test('the changes of one turn are those from its start to its end, and those that nobody changed since can be reverted', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await temp.turn(() => {
    temp.write('a.txt', 'first\n');
    temp.write('b.txt', 'first\n');
  });
  await temp.turn(() => {
    temp.write('a.txt', 'second\n');
    temp.write('c.txt', 'second\n');
  });
  const first = await temp.checkpoints.changesInTurn('turn-1');
  expect(first?.files.map(({ path }) => path)).toEqual(['a.txt', 'b.txt']);
  expect([...(first?.changedAgain ?? [])]).toEqual(['a.txt', 'c.txt']);
  const { then, now } = await temp.checkpoints.contents(first?.changesId ?? '', 'a.txt');
  expect([String(then), String(now)]).toEqual(['a\n', 'first\n']);

  const done = await temp.checkpoints.restoreSelected(first?.changesId ?? '', { isSelected: (path) => path !== 'c.txt' });
  expect(done).toMatchObject({ paths: ['b.txt'], failed: [{ path: 'a.txt' }] });
  expect([readFileSync(temp.path('a.txt'), 'utf8'), readFileSync(temp.path('b.txt'), 'utf8')]).toEqual(['second\n', 'b\n']);
});

test('what a turn changed that never was, or changed nothing it could, isn’t known', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a\n' });
  expect(await temp.checkpoints.changesInTurn('turn-1')).toBeUndefined();
  await temp.turn(() => undefined);
  expect((await temp.checkpoints.changesInTurn('turn-1'))?.files).toEqual([]);
});
