import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckpointFixture, SESSION_ID } from '#test/support/checkpoint-fixture.ts';

/** Removes the lists of uncovered files from all checkpoints, which those of earlier versions lack. */
async function forgetCoverage(temp: CheckpointFixture): Promise<void> {
  const { git } = await temp.store.open();
  const withoutLists = async (tree: string): Promise<string> => {
    const entries = (await git.run(['ls-tree', tree])).toString('utf8').split('\n').slice(0, -1);
    const input = entries.filter((line) => /\t(?:files|modes)$/u.test(line)).map((line) => `${line}\n`);
    return (await git.run(['mktree'], { input: input.join('') })).toString('utf8').trim();
  };
  for (const [index, event] of temp.events.entries()) {
    if (event.type !== 'checkpoint.taken') continue;
    const tree = await withoutLists(event.data.tree);
    await git.run(['update-ref', `refs/checkpoints/${SESSION_ID}/tree-${index}`, tree]);
    temp.events[index] = { ...event, data: { ...event.data, tree } };
  }
}

function created(temp: CheckpointFixture, path: string): void {
  const view = { kind: 'edit' as const, title: 'Write', summary: path };
  const detail = { type: 'diff' as const, path, hunks: [], additions: 1, deletions: 0, created: true };
  temp.append({
    type: 'call.finished',
    data: { callId: path, outcome: 'done', isError: false, content: '', view: { ...view, detail }, spans: [] },
  });
}

describe('a checkpoint without a record of uncovered files', () => {
  it('removes only files that the log says a tool created, and reports the rest', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', '.gitignore': '.env\n', '.env': 'mine' });
    const messageId = await temp.turn(() => {
      temp.write('a.txt', 'agent');
      temp.write('by-tool.txt', 'agent');
      created(temp, 'by-tool.txt');
      temp.write('by-command.txt', 'agent');
      temp.write('.gitignore', '');
    });
    await forgetCoverage(temp);
    const next = temp.newSession(temp.newStore());
    const point = (await next.points()).find((each) => each.messageId === messageId);
    const preview = await next.preview(point?.checkpointId ?? '');
    expect(preview.files.map(({ path, change }) => [path, change])).toEqual([
      ['.gitignore', 'modify'],
      ['a.txt', 'modify'],
      ['by-tool.txt', 'delete'],
    ]);
    expect(preview.leftOut.items.slice(0, 2)).toEqual([
      { path: '.env', reason: 'unknown' },
      { path: 'by-command.txt', reason: 'unknown' },
    ]);
    const done = await next.restore(preview.previewId, []);
    expect(done.failed).toEqual([]);
    expect(readFileSync(temp.path('.env'), 'utf8')).toBe('mine');
    expect([existsSync(temp.path('by-tool.txt')), existsSync(temp.path('by-command.txt'))]).toEqual([false, true]);
  });
});

/** Does the work as an unprivileged user, since root may read everything. */
async function asOrdinaryUser(temp: CheckpointFixture, work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) {
    execFileSync('chown', ['-R', String(NOBODY), temp.root]);
    process.seteuid?.(NOBODY);
  }
  try {
    await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

const NOBODY = 65_534;

it('a file unreadable at a checkpoint stays when it is covered later', async () => {
  using temp = new CheckpointFixture({ 'a.txt': 'a', 'closed.txt': 'mine', 'closed/x.txt': 'mine', 'closed/deep/y.txt': 'mine' });
  await asOrdinaryUser(temp, async () => {
    chmodSync(temp.path('closed.txt'), 0);
    chmodSync(temp.path('closed'), 0);
    const messageId = await temp.turn(() => {
      chmodSync(temp.path('closed.txt'), 0o644);
      chmodSync(temp.path('closed'), 0o755);
      temp.write('made.txt', 'agent');
    });
    const { preview, done } = await temp.restoreBefore(messageId);
    expect(done.paths).toEqual(['made.txt']);
    expect(preview.leftOut.items).toEqual([
      { path: 'closed.txt', reason: 'uncovered' },
      { path: 'closed/deep/y.txt', reason: 'uncovered' },
      { path: 'closed/x.txt', reason: 'uncovered' },
    ]);
  });
  expect(['closed.txt', 'closed/x.txt', 'closed/deep/y.txt'].map((path) => readFileSync(temp.path(path), 'utf8'))).toEqual([
    'mine',
    'mine',
    'mine',
  ]);
});

describe('a file that was uncovered then and is covered now', () => {
  async function uncovered(temp: CheckpointFixture) {
    await temp.turn(() => {
      temp.write('.gitignore', '');
      temp.write('made.txt', 'agent');
    });
    const changes = await temp.checkpoints.changes('session');
    if (!changes) throw new Error('nothing has changed');
    return changes;
  }

  it('is not an agent change, is listed as such, and isn’t reverted by name either', async () => {
    using temp = new CheckpointFixture({ '.gitignore': '.env\n', '.env': 'mine' });
    const { changesId, files, leftOut } = await uncovered(temp);
    expect(files.map(({ path }) => path)).toEqual(['.gitignore', 'made.txt']);
    expect(leftOut.items).toContainEqual({ path: '.env', reason: 'uncovered' });
    const done = await temp.checkpoints.restoreSelected(changesId, { isSelected: () => true });
    expect(done.failed).toEqual([{ path: '.env', why: 'it was there then, and not covered by the checkpoint' }]);
    expect([readFileSync(temp.path('.env'), 'utf8'), existsSync(temp.path('made.txt'))]).toEqual(['mine', false]);
  });

  it('is not overwritten when it was moved over a covered file', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', '.gitignore': '.env\n', '.env': 'mine' });
    const messageId = await temp.turn(() => renameSync(temp.path('.env'), temp.path('a.txt')));
    const { preview } = await temp.restoreBefore(messageId);
    expect(preview.files).toEqual([]);
    expect(preview.leftOut.items).toContainEqual({ path: 'a.txt', reason: 'uncovered' });
    expect(readFileSync(temp.path('a.txt'), 'utf8')).toBe('mine');
  });

  it('stays, once listed, when a restore and its undo rewrote it', async () => {
    using temp = new CheckpointFixture({ '.gitignore': '.env\n', '.env': 'mine' });
    await uncovered(temp);
    const messageId = await temp.turn(() => renameSync(temp.path('.env'), temp.path('env.txt')));
    const changes = await temp.checkpoints.changes('session');
    expect(changes?.leftOut.items).toContainEqual({ path: 'env.txt', reason: 'uncovered' });
    const { done: restored } = await temp.restoreBefore(messageId);
    const { previewId } = await temp.checkpoints.preview(restored.undoId);
    await temp.checkpoints.restore(previewId, []);
    const done = await temp.checkpoints.restoreSelected(changes?.changesId ?? '', { isSelected: () => true });
    expect(done.failed).toContainEqual({ path: 'env.txt', why: 'it was there then, and not covered by the checkpoint' });
    expect(readFileSync(temp.path('env.txt'), 'utf8')).toBe('mine');
  });

  it('is known to another process too', async () => {
    using temp = new CheckpointFixture({ '.gitignore': '.env\n', '.env': 'mine' });
    await uncovered(temp);
    const next = temp.newSession(temp.newStore());
    expect((await next.changes('session'))?.leftOut.items).toContainEqual({ path: '.env', reason: 'uncovered' });
  });

  it('is distinguished from a new file in a folder that held only an ignored one', async () => {
    using temp = new CheckpointFixture({ 'a.txt': 'a', '.gitignore': 'out/\n', 'lib/out/x': 'x' });
    const messageId = await temp.turn(() => temp.write('lib/new.txt', 'agent'));
    await temp.restoreBefore(messageId);
    expect([existsSync(temp.path('lib/new.txt')), existsSync(temp.path('lib/out/x'))]).toEqual([false, true]);
  });
});
