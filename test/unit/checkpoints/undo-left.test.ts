import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { restoredNotice } from '#shared/session/fold/restored-notice.ts';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

async function list(temp: CheckpointFixture): Promise<string> {
  return (await temp.checkpoints.changes('session'))?.changesId ?? '';
}

test('an undo names the files that were changed since, and can be made again where it had to leave all', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b', 'other.txt': 'o' });
  await temp.turn(() => {
    temp.write('a.txt', 'A');
    temp.write('b.txt', 'B');
  });
  const undo = async (undoId: string) => {
    const { previewId, files } = await temp.checkpoints.preview(undoId);
    const keep = files.filter(({ changedByOthers }) => changedByOthers).map(({ path }) => path);
    return temp.checkpoints.restore(previewId, keep);
  };
  const why = 'you or another program changed it since';
  const { undoId } = await temp.checkpoints.restoreSelected(await list(temp), { isSelected: (path) => path === 'a.txt' });
  temp.write('a.txt', 'mine');
  temp.write('other.txt', 'mine');
  const left = await undo(undoId);
  expect([left.restored, left.failed]).toEqual([0, [{ path: 'a.txt', why }]]);
  expect(restoredNotice(left).text).toBe(`Nothing was undone. a.txt stayed as it is: ${why}.`);
  expect(temp.checkpoints.lastRestore?.undoId).toBe(undoId);
  temp.write('a.txt', 'a');
  expect(await undo(undoId)).toMatchObject({ restored: 0, failed: [{ path: 'a.txt' }] });

  const both = await temp.checkpoints.restoreSelected(await list(temp), { isSelected: () => true });
  temp.write('b.txt', 'mine');
  const done = await undo(both.undoId);
  expect(done.failed).toContainEqual({ path: 'b.txt', why });
  expect(readFileSync(temp.path('b.txt'), 'utf8')).toBe('mine');
});
