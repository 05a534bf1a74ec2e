import { readFileSync, renameSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckpointPlace } from '#test/support/checkpoint-place.ts';

const all = { wants: () => true };

function read(place: CheckpointPlace, path: string): string {
  return readFileSync(place.path(path), 'utf8');
}

async function changes(place: CheckpointPlace, since: 'session' | 'turn' = 'session') {
  const found = await place.checkpoints.changes(since);
  if (!found) throw new Error('nothing has changed');
  return found;
}

describe('changes of a session', () => {
  it('are empty before the agent changed anything', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    expect(await place.checkpoints.changes('session')).toBeUndefined();
  });

  it('list modified, added, removed and renamed files, since the session or its last turn', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a\n', 'gone.txt': 'g\n', 'old.txt': 'one\ntwo\nthree\nfour\nfive\nsix\n' });
    await place.turn(() => {
      place.write('a.txt', 'a\nb\n');
      rmSync(place.path('gone.txt'));
      renameSync(place.path('old.txt'), place.path('new.txt'));
    });
    await place.turn(() => place.write('made.bin', '\0\0'));
    const files = (await changes(place)).files.map(({ path, change, from, added, removed }) => [path, change, from, added, removed]);
    expect(files).toEqual([
      ['a.txt', 'modify', null, 1, 0],
      ['gone.txt', 'delete', null, 0, 1],
      ['made.bin', 'create', null, null, null],
      ['new.txt', 'rename', 'old.txt', 0, 0],
    ]);
    expect((await changes(place, 'turn')).files.map(({ path }) => path)).toEqual(['made.bin']);
  });

  it('say in which turns a file changed, and whether others changed it in between', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    await place.turn(() => place.write('a.txt', 'agent'));
    await place.turn(() => place.write('b.txt', 'agent'));
    place.write('b.txt', 'mine');
    const { files } = await changes(place);
    const begins = place.events.flatMap((event) =>
      event.type === 'checkpoint.taken' && event.data.phase === 'before' ? [event.data.checkpointId] : [],
    );
    expect(files.map(({ path, agentTimes, changedByOthers }) => [path, agentTimes, changedByOthers])).toEqual([
      ['a.txt', [begins[0]], false],
      ['b.txt', [begins[1]], true],
    ]);
  });

  it('of a running turn are the agent’s', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    await place.turn(async () => {
      place.write('a.txt', 'agent');
      expect((await changes(place)).files).toEqual([expect.objectContaining({ path: 'a.txt', changedByOthers: false })]);
    });
  });

  it('are reverted file by file, and the revert can be undone', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    await place.turn(() => {
      place.write('a.txt', 'A');
      place.write('b.txt', 'B');
    });
    const { changesId } = await changes(place);
    const done = await place.checkpoints.bringBack(changesId, { wants: (path) => path === 'a.txt' });
    expect([read(place, 'a.txt'), read(place, 'b.txt')]).toEqual(['a', 'B']);
    const { previewId } = await place.checkpoints.preview(done.undoId);
    await place.checkpoints.restore(previewId, []);
    expect(read(place, 'a.txt')).toBe('A');
  });

  it('a file reverted in part keeps its permissions', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    await place.turn(() => place.write('a.txt', 'A\nB\n'));
    const { changesId } = await changes(place);
    await place.checkpoints.bringBack(changesId, { ...all, edited: new Map([['a.txt', Buffer.from('a\nB\n')]]) });
    expect(read(place, 'a.txt')).toBe('a\nB\n');
  });

  it('files changed since the list was made are left alone', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    await place.turn(() => {
      place.write('a.txt', 'A');
      place.write('b.txt', 'B');
    });
    const { changesId } = await changes(place);
    place.write('a.txt', 'mine');
    const done = await place.checkpoints.bringBack(changesId, all);
    expect(done.failed).toEqual([{ path: 'a.txt', why: 'it has changed since the list was made' }]);
    expect([read(place, 'a.txt'), read(place, 'b.txt')]).toEqual(['mine', 'b']);
  });

  it('files can be reverted one after the other from the same list', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a', 'b.txt': 'b' });
    await place.turn(() => {
      place.write('a.txt', 'A');
      place.write('b.txt', 'B');
    });
    const { changesId } = await changes(place);
    await place.checkpoints.bringBack(changesId, { wants: (path) => path === 'a.txt' });
    const done = await place.checkpoints.bringBack(changesId, { wants: (path) => path === 'b.txt' });
    expect(done).toMatchObject({ restored: 1, failed: [] });
    expect([read(place, 'a.txt'), read(place, 'b.txt')]).toEqual(['a', 'b']);
  });

  it('a list of a restore and one of changes can be open at the same time', async () => {
    using place = new CheckpointPlace({ 'a.txt': 'a' });
    await place.turn(() => place.write('a.txt', 'A'));
    const { changesId, checkpoint } = await changes(place);
    await place.checkpoints.preview(checkpoint.checkpointId);
    expect(await place.checkpoints.contents(changesId, 'a.txt')).toEqual({ now: Buffer.from('A'), then: Buffer.from('a') });
  });

  it('a renamed file is compared with its former version', async () => {
    using place = new CheckpointPlace({ 'old.txt': 'one\ntwo\nthree\nfour\n' });
    await place.turn(() => renameSync(place.path('old.txt'), place.path('new.txt')));
    const { changesId } = await changes(place);
    const { now, then } = await place.checkpoints.contents(changesId, 'new.txt');
    expect(then).toEqual(now);
  });
});
