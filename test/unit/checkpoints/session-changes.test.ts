import { chmodSync, existsSync, readFileSync, renameSync, utimesSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const all = { isSelected: () => true };

function read(temp: CheckpointFixture, path: string): string {
  return readFileSync(temp.path(path), 'utf8');
}

async function changes(temp: CheckpointFixture, since: 'session' | 'turn' = 'session') {
  const found = await temp.checkpoints.changes(since);
  if (!found) throw new Error('nothing has changed');
  return found;
}

describe('changes of a session', () => {
  it('are empty before the agent changed anything', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    expect(await temp.checkpoints.changes('session')).toBeUndefined();
  });

  it('list modified, added, removed and renamed files, since the session or its last turn', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a\n', 'gone.txt': 'g\n', 'old.txt': 'one\ntwo\nthree\nfour\nfive\nsix\n' });
    await temp.turn(() => {
      temp.write('a.txt', 'a\nb\n');
      rmSync(temp.path('gone.txt'));
      renameSync(temp.path('old.txt'), temp.path('new.txt'));
    });
    await temp.turn(() => temp.write('made.bin', '\0\0'));
    const files = (await changes(temp)).files.map(({ path, change, from, added, removed }) => [path, change, from, added, removed]);
    expect(files).toEqual([
      ['a.txt', 'modify', null, 1, 0],
      ['gone.txt', 'delete', null, 0, 1],
      ['made.bin', 'create', null, null, null],
      ['new.txt', 'rename', 'old.txt', 0, 0],
    ]);
    expect((await changes(temp, 'turn')).files.map(({ path }) => path)).toEqual(['made.bin']);
  });

  it('since the last turn are those of the last that changed a file, also while another runs', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a\n', 'run.sh': 'r\n' });
    const listed = async () => (await changes(temp, 'turn')).files.map(({ path }) => path);
    await temp.turn(() => temp.write('a.txt', 'agent\n'));
    await temp.turn(() => undefined);
    expect(await listed()).toEqual(['a.txt']);
    await temp.turn(async () => {
      expect(await listed()).toEqual(['a.txt']);
      temp.write('b.txt', 'agent\n');
      expect(await listed()).toEqual(['b.txt']);
      rmSync(temp.path('b.txt'));
    });
    expect(await listed()).toEqual(['a.txt']);
    // Also one that only changed permissions.
    await temp.turn(() => chmodSync(temp.path('run.sh'), 0o700));
    await temp.turn(() => undefined);
    expect(await listed()).toEqual(['run.sh']);
  });

  it('are ordered by name, with numbers by their value', async () => {
    using temp = new CheckpointFixture();
    await temp.turn(() => ['b.txt', 'a10.txt', 'a9.txt'].forEach((name) => temp.write(name, 'x\n')));
    expect((await changes(temp)).files.map(({ path }) => path)).toEqual(['a9.txt', 'a10.txt', 'b.txt']);
  });

  it('say in which turns a file changed, and whether others changed it in between', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    await temp.turn(() => temp.write('a.txt', 'agent'));
    await temp.turn(() => temp.write('b.txt', 'agent'));
    temp.write('b.txt', 'mine');
    const { files } = await changes(temp);
    const begins = temp.events.flatMap((event) =>
      event.type === 'checkpoint.taken' && event.data.phase === 'before' ? [event.data.checkpointId] : [],
    );
    const ids = (file: (typeof files)[number]) => file.agentPeriods.map(({ checkpointId }) => checkpointId);
    expect(files.map((file) => [file.path, ids(file), file.changedByOthers])).toEqual([
      ['a.txt', [begins[0]], false],
      ['b.txt', [begins[1]], true],
    ]);
  });

  it('are dated in each turn, but for deleted files, whatever happens to the file later', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'gone.txt': 'g', 'moved.txt': 'm' });
    const begun = Date.now();
    await temp.turn(() => {
      temp.write('a.txt', 'agent');
      rmSync(temp.path('gone.txt'));
      // Its content keeps its date.
      renameSync(temp.path('moved.txt'), temp.path('new.txt'));
    });
    const ended = Date.now();
    await temp.turn(async () => {
      temp.write('a.txt', 'again');
      const now = (await changes(temp)).files.find(({ path }) => path === 'a.txt');
      expect(now?.agentPeriods.map(({ times }) => times.length)).toEqual([1, 1]);
    });
    temp.write('a.txt', 'mine');
    const { files } = await changes(temp);
    const dates = files.map(({ path, agentPeriods }) => [path, agentPeriods.map(({ times }) => times.length > 0)]);
    expect(dates).toEqual([
      ['a.txt', [true, true]],
      ['gone.txt', [false]],
      ['new.txt', [true]],
    ]);
    const [first, second] = files[0]?.agentPeriods.map(({ times }) => times[0]?.from ?? 0) ?? [];
    expect(first).toBeGreaterThanOrEqual(begun - 20);
    expect(first).toBeLessThanOrEqual(ended);
    expect(second).toBeGreaterThanOrEqual(first ?? Infinity);
  });

  it('aren’t dated by what was written before the agent’s work began', async () => {
    using temp = new CheckpointFixture({ 'moved.txt': 'm' });
    const before = new Date(Math.floor(Date.now() / 1000) * 1000 - 500);
    utimesSync(temp.path('moved.txt'), before, before);
    await temp.turn(() => renameSync(temp.path('moved.txt'), temp.path('new.txt')));
    const { files } = await changes(temp);
    // When it was renamed, not when its content was written.
    expect(files.map(({ path, agentPeriods }) => [path, agentPeriods.map(({ times }) => times.length)])).toEqual([['new.txt', [1]]]);
  });

  it('of a running turn are the agent’s', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    await temp.turn(async () => {
      temp.write('a.txt', 'agent');
      expect((await changes(temp)).files).toEqual([expect.objectContaining({ path: 'a.txt', changedByOthers: false })]);
    });
  });

  it('are reverted file by file, and the revert can be undone', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    await temp.turn(() => {
      temp.write('a.txt', 'A');
      temp.write('b.txt', 'B');
    });
    const { changesId } = await changes(temp);
    const done = await temp.checkpoints.restoreSelected(changesId, { isSelected: (path) => path === 'a.txt' });
    expect([read(temp, 'a.txt'), read(temp, 'b.txt')]).toEqual(['a', 'B']);
    const { previewId } = await temp.checkpoints.preview(done.undoId);
    const undone = await temp.checkpoints.restore(previewId, []);
    expect(read(temp, 'a.txt')).toBe('A');
    expect([done.deed, undone.deed]).toEqual(['revert', 'undo_revert']);
    // Later it is a restore like any other.
    await temp.turn(() => temp.write('b.txt', 'later'));
    const later = await temp.checkpoints.preview(done.undoId);
    expect((await temp.checkpoints.restore(later.previewId, [])).deed).toBe('restore');
  });

  it('of a turn stay what they were when it ended, whatever is restored or deleted later', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'old.txt': 'one\ntwo\nthree\nfour\n' });
    await temp.turn(() => {
      temp.write('made.txt', 'agent');
      renameSync(temp.path('old.txt'), temp.path('new.txt'));
    });
    const ofTurn = async () => (await temp.checkpoints.turnChanges('turn-1'))?.files.map(({ path, change }) => [path, change]);
    const before = await ofTurn();
    expect(before).toEqual([
      ['made.txt', 'create'],
      ['new.txt', 'rename'],
    ]);
    const { changesId } = await changes(temp);
    await temp.checkpoints.restoreSelected(changesId, all);
    expect(await ofTurn()).toEqual(before);
  });

  it('several reverts are undone one after the other, the latest first', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    await temp.turn(() => {
      temp.write('a.txt', 'A');
      temp.write('b.txt', 'B');
    });
    const { changesId } = await changes(temp);
    const reverts = [];
    for (const name of ['a.txt', 'b.txt'])
      reverts.push(await temp.checkpoints.restoreSelected(changesId, { isSelected: (path) => path === name }));
    const undone = [];
    for (const { undoId } of reverts.toReversed())
      undone.push(await temp.checkpoints.restore((await temp.checkpoints.preview(undoId)).previewId, []));
    expect([read(temp, 'a.txt'), read(temp, 'b.txt')]).toEqual(['A', 'B']);
    expect(undone.map(({ deed, paths }) => [deed, paths])).toEqual([
      ['undo_revert', ['b.txt']],
      ['undo_revert', ['a.txt']],
    ]);
  });

  it('a file reverted in part keeps its permissions', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    await temp.turn(() => temp.write('a.txt', 'A\nB\n'));
    const { changesId } = await changes(temp);
    await temp.checkpoints.restoreSelected(changesId, { ...all, edited: new Map([['a.txt', Buffer.from('a\nB\n')]]) });
    expect(read(temp, 'a.txt')).toBe('a\nB\n');
  });

  it('files changed since the list was made are left alone', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    await temp.turn(() => {
      temp.write('a.txt', 'A');
      temp.write('b.txt', 'B');
    });
    const { changesId } = await changes(temp);
    temp.write('a.txt', 'mine');
    const done = await temp.checkpoints.restoreSelected(changesId, all);
    expect(done.failed).toEqual([{ path: 'a.txt', why: 'it has changed since the list was made' }]);
    expect([read(temp, 'a.txt'), read(temp, 'b.txt')]).toEqual(['mine', 'b']);
  });

  it('files can be reverted one after the other from the same list', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'b.txt': 'b' });
    await temp.turn(() => {
      temp.write('a.txt', 'A');
      temp.write('b.txt', 'B');
    });
    const { changesId } = await changes(temp);
    await temp.checkpoints.restoreSelected(changesId, { isSelected: (path) => path === 'a.txt' });
    const done = await temp.checkpoints.restoreSelected(changesId, { isSelected: (path) => path === 'b.txt' });
    expect(done).toMatchObject({ restored: 1, failed: [] });
    expect([read(temp, 'a.txt'), read(temp, 'b.txt')]).toEqual(['a', 'b']);
  });

  it('a list of a restore and one of changes can be open at the same time', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a' });
    await temp.turn(() => temp.write('a.txt', 'A'));
    const { changesId, checkpoint } = await changes(temp);
    await temp.checkpoints.preview(checkpoint.checkpointId);
    expect(await temp.checkpoints.contents(changesId, 'a.txt')).toEqual({ now: Buffer.from('A'), then: Buffer.from('a') });
  });

  it('a renamed file is compared with its former version', async () => {
    using temp = new CheckpointFixture({ 'old.txt': 'one\ntwo\nthree\nfour\n' });
    await temp.turn(() => renameSync(temp.path('old.txt'), temp.path('new.txt')));
    const { changesId } = await changes(temp);
    const { now, then } = await temp.checkpoints.contents(changesId, 'new.txt');
    expect(then).toEqual(now);
  });

  it('a renamed file counts once when it is reverted and when that is undone', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'old.txt': 'one\ntwo\nthree\nfour\n' });
    await temp.turn(() => {
      temp.write('a.txt', 'A');
      renameSync(temp.path('old.txt'), temp.path('new.txt'));
    });
    const { changesId, files } = await changes(temp);
    const done = await temp.checkpoints.restoreSelected(changesId, all);
    expect(read(temp, 'old.txt')).toBe('one\ntwo\nthree\nfour\n');
    expect([files.length, done.restored]).toEqual([2, 2]);
    const { previewId } = await temp.checkpoints.preview(done.undoId);
    const undone = await temp.checkpoints.restore(previewId, []);
    expect(read(temp, 'new.txt')).toBe('one\ntwo\nthree\nfour\n');
    expect([undone.deed, undone.restored]).toEqual(['undo_revert', 2]);
  });

  it('a renamed file is one row and one number of a restore, and is left or restored as one', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', 'old.txt': 'one\ntwo\nthree\nfour\n' });
    const messageId = await temp.turn(() => {
      temp.write('a.txt', 'A');
      rmSync(temp.path('old.txt'));
      temp.write('new.txt', 'one\ntwo\nthree\nfour\nfive\n');
    });
    const kept = await temp.restoreBefore(messageId, ['new.txt']);
    expect(kept.preview.total).toBe(2);
    expect(kept.preview.files.map(({ path, from, change, added, removed }) => [path, from, change, added, removed])).toEqual([
      ['a.txt', null, 'modify', 1, 1],
      ['new.txt', 'old.txt', 'rename', 0, 1],
    ]);
    expect([read(temp, 'a.txt'), read(temp, 'new.txt').length, existsSync(temp.path('old.txt'))]).toEqual(['a', 24, false]);
    const { preview, done } = await temp.restoreBefore(messageId);
    expect([preview.total, done.restored, existsSync(temp.path('new.txt'))]).toEqual([1, 1, false]);
    expect(read(temp, 'old.txt')).toBe('one\ntwo\nthree\nfour\n');
  });

  it('a renamed file is named by its new name, once, whether it is reverted or can’t be', async () => {
    using temp = new CheckpointFixture({ 'a-old.txt': 'one\ntwo\nthree\nfour\n' });
    await temp.turn(() => renameSync(temp.path('a-old.txt'), temp.path('b-new.txt')));
    const first = await changes(temp);
    temp.write('b-new.txt', 'mine');
    temp.write('a-old.txt', 'mine too');
    const refused = await temp.checkpoints.restoreSelected(first.changesId, all);
    expect(refused.failed.map(({ path }) => path)).toEqual(['b-new.txt']);
    rmSync(temp.path('a-old.txt'));
    temp.write('b-new.txt', 'one\ntwo\nthree\nfour\n');
    const done = await temp.checkpoints.restoreSelected((await changes(temp)).changesId, all);
    expect([done.restored, done.paths[0]]).toEqual([1, 'b-new.txt']);
  });
});
