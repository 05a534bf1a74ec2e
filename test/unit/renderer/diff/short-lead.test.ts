import { expect, it } from 'vitest';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { withShortLead } from '../../../../renderer/diff/short-lead.ts';

const diff = (...hunks: DiffHunk[]) => ({ type: 'diff' as const, path: 'a.ts', hunks, additions: 1, deletions: 1 });
const SECOND = { oldStart: 30, oldLines: 4, newStart: 30, newLines: 3, lines: [' a', ' b', ' c', '-d'] };

it('leaves one unchanged line before the first change, and the rest as it is', () => {
  const first = { oldStart: 17, oldLines: 5, newStart: 18, newLines: 5, lines: [' a', ' b', ' c', '-d', '+e', ' f'] };
  const shorter = { oldStart: 19, oldLines: 3, newStart: 20, newLines: 3, lines: [' c', '-d', '+e', ' f'] };
  expect(withShortLead(diff(first, SECOND))).toEqual(diff(shorter, SECOND));
});

it.each([
  ['no unchanged line', ['+a', ' b']],
  ['one unchanged line', [' a', '+b']],
  ['no change', [' a', ' b']],
])('leaves a diff with %s before its first change', (_, lines) => {
  const whole = diff({ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines });
  expect(withShortLead(whole)).toBe(whole);
});

it('leaves a diff without hunks', () => {
  expect(withShortLead(diff()).hunks).toEqual([]);
});
