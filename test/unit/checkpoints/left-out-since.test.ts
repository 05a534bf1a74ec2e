import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CheckpointFixture } from '#test/support/checkpoint-fixture.ts';

const IGNORED = '.env\ndist/\nlogs/\nmodules/\n*.tmp\n';
const FILES = {
  '.gitignore': IGNORED,
  'a.txt': 'a\n',
  '.env': 'mine',
  'a.tmp': 'mine',
  'dist/out.js': 'built',
  'logs/deep/a.log': 'one\n',
  'modules/lib/index.js': 'lib',
};

/** What a restore to before a turn of that work says it can’t bring back. */
async function notRestorable(work: (temp: CheckpointFixture) => void) {
  using temp = new CheckpointFixture(FILES);
  await temp.turn(() => {
    temp.write('a.txt', 'changed\n');
    work(temp);
  });
  const [point] = await temp.checkpoints.points();
  const { lost, leftOut } = await temp.checkpoints.preview(point?.checkpointId ?? '');
  return { lost, changed: leftOut.items.map(({ path }) => path), total: leftOut.total };
}

it('a restore names no ignored file that nobody touched', async () => {
  expect(await notRestorable(() => undefined)).toEqual({ lost: [], changed: [], total: 0 });
});

it('a restore names ignored files that were deleted, and a folder as one', async () => {
  const found = await notRestorable((temp) => {
    rmSync(temp.path('dist'), { recursive: true });
    rmSync(temp.path('.env'));
  });
  expect(found).toEqual({ lost: ['.env', 'dist/'], changed: [], total: 0 });
});

it.each<[string, (temp: CheckpointFixture) => void, string]>([
  ['written', (temp) => temp.write('.env', 'theirs'), '.env'],
  ['extended deep in a folder', (temp) => appendFileSync(temp.path('logs/deep/a.log'), 'two\n'), 'logs/'],
  ['created', (temp) => temp.write('new.tmp', 'x'), 'new.tmp'],
  ['deleted in a folder', (temp) => rmSync(temp.path('modules/lib/index.js')), 'modules/'],
  ['renamed in a folder', (temp) => renameSync(temp.path('modules/lib'), temp.path('modules/other')), 'modules/'],
])('a restore names an ignored file that was %s', async (_what, work, path) => {
  expect(await notRestorable(work)).toEqual({ lost: [], changed: [path], total: 1 });
});

it('changes name what the agent touched or removed and isn’t covered, and nothing else', async () => {
  using temp = new CheckpointFixture(FILES);
  await temp.turn(() => temp.write('a.txt', 'changed\n'));
  expect((await temp.checkpoints.changes('session'))?.leftOut).toEqual({ total: 0, items: [] });
  await temp.turn(() => {
    temp.write('a.txt', 'changed again\n');
    rmSync(temp.path('dist'), { recursive: true });
    temp.write('new.tmp', 'x');
  });
  const leftOut = {
    total: 2,
    items: [
      { path: 'dist/', reason: 'gone' },
      { path: 'new.tmp', reason: 'ignored' },
    ],
  };
  expect((await temp.checkpoints.changes('session'))?.leftOut).toEqual(leftOut);
  expect((await temp.checkpoints.changes('turn'))?.leftOut).toEqual(leftOut);
});
