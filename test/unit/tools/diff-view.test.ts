import { afterEach, expect, test, vi } from 'vitest';
import { diffOf } from '#main/tools/diff-view.ts';

afterEach(() => vi.restoreAllMocks());

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`);

test('the hunks of a change are the same on a machine under load', () => {
  const before = numbered(40);
  const after = before.with(2, 'LINE 3\n').with(29, 'LINE 30\n');
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 60_000));
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
  const { hunks, additions, deletions } = diffOf(before.join(''), after.join(''));
  expect(hunks.map(({ oldStart, oldLines }) => [oldStart, oldLines])).toEqual([
    [1, 6],
    [27, 7],
  ]);
  expect([additions, deletions]).toEqual([2, 2]);
});

test('shows a mostly changed file as one block from the first to the last differing line', () => {
  const before = ['first\n', ...numbered(2000), 'last\n'];
  const after = ['first\n', ...numbered(2000).map((line) => `another ${line}`), 'last\n'];
  const { hunks, additions, deletions, truncated } = diffOf(before.join(''), after.join(''));
  expect(hunks).toHaveLength(1);
  expect(hunks[0]).toMatchObject({ oldStart: 2, oldLines: 2000, newStart: 2, newLines: 2000 });
  expect([additions, deletions, truncated]).toEqual([2000, 2000, true]);
});
