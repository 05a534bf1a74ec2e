import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

describe('changes by others', () => {
  it('are reported, and kept on request', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    const messageId = await temp.turn(() => {
      temp.write('a.txt', 'agent');
      temp.write('b.txt', 'agent');
    });
    temp.write('b.txt', 'mine');
    const { preview } = await temp.restoreBefore(messageId, ['b.txt']);
    expect(preview.files).toEqual([
      { path: 'b.txt', from: null, change: 'modify', added: 1, removed: 1, changedByOthers: true },
      { path: 'a.txt', from: null, change: 'modify', added: 1, removed: 1, changedByOthers: false },
    ]);
    expect([readFileSync(temp.path('a.txt'), 'utf8'), readFileSync(temp.path('b.txt'), 'utf8')]).toEqual(['a', 'mine']);
  });

  it('between two turns are reported too', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    const first = await temp.turn(() => temp.write('a.txt', 'agent'));
    temp.write('b.txt', 'mine');
    await temp.turn(() => temp.write('b.txt', 'mine and the agent’s'));
    const { preview } = await temp.restoreBefore(first, ['b.txt']);
    expect(preview.files.map(({ path, changedByOthers }) => [path, changedByOthers])).toEqual([
      ['b.txt', true],
      ['a.txt', false],
    ]);
  });

  it('are kept too when the list is truncated', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
    const messageId = await temp.turn(() => temp.write('a.txt', 'agent'));
    temp.write('b.txt', 'mine');
    temp.write('c.txt', 'mine');
    const point = (await temp.checkpoints.points()).find((each) => each.messageId === messageId);
    const preview = await temp.checkpoints.preview(point?.checkpointId ?? '', 1);
    expect(preview).toMatchObject({ files: [{ path: 'b.txt' }], total: 2, leftAlone: 1 });
    const done = await temp.checkpoints.restore(preview.previewId, []);
    expect(done.paths).toEqual(['a.txt', 'b.txt']);
    expect(readFileSync(temp.path('c.txt'), 'utf8')).toBe('mine');
  });

  it('after the list was made are kept and reported', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    const messageId = await temp.turn(() => {
      temp.write('a.txt', 'agent');
      temp.write('b.txt', 'agent');
    });
    const point = (await temp.checkpoints.points()).find((each) => each.messageId === messageId);
    const preview = await temp.checkpoints.preview(point?.checkpointId ?? '');
    temp.write('b.txt', 'mine, just now');
    const done = await temp.checkpoints.restore(preview.previewId, []);
    expect(done.failed).toEqual([{ path: 'b.txt', why: 'it has changed since the list was made' }]);
    expect(readFileSync(temp.path('b.txt'), 'utf8')).toBe('mine, just now');
  });
});
