import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { revertHunks } from '#main/checkpoints/changes/revert-hunks.ts';
import { diffDetail, diffOf } from '#main/tools/diff-view.ts';
import type { ChangedFile } from '#shared/contract/changes.ts';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { fileKey, hunkKey, isPartOf, withoutKeptParts } from '../../../../renderer/changes/kept-changes.ts';

const LINES_PER_CHANGE = 10;
const file: ChangedFile = {
  path: 'src/a "b".ts',
  change: 'modify',
  from: null,
  version: 'v1',
  added: 1,
  removed: 1,
  calls: [],
  moreCalls: 0,
  changedByOthers: false,
  perhapsByOthers: false,
  inGit: null,
};

/** What a line becomes: itself, nothing, or other lines. */
const edit = fc.constantFrom('same', 'gone', 'other', 'two\nlines', 'long\n'.repeat(5));
const edits = fc.array(edit, { minLength: 2, maxLength: 6 });

function textOf(changes: readonly string[]): string {
  const lines = Array.from({ length: changes.length * LINES_PER_CHANGE }, (_, index) => `line ${index}\n`);
  for (const [index, change] of changes.entries()) {
    const at = index * LINES_PER_CHANGE + LINES_PER_CHANGE / 2;
    lines[at] = change === 'same' ? `line ${at}\n` : change === 'gone' ? '' : `${change} ${at}\n`;
  }
  return lines.join('');
}

it('a kept hunk stays kept while others of the file are reverted, and no other becomes kept', () => {
  fc.assert(
    fc.property(edits, fc.nat(), fc.nat(), (changes, keepNth, revertNth) => {
      const then = textOf(changes.map(() => 'same'));
      const now = textOf(changes);
      const { hunks } = diffOf(then, now);
      fc.pre(hunks.length > 1 && keepNth % hunks.length !== revertNth % hunks.length);
      const kept = new Set(hunks.filter((_, index) => index === keepNth % hunks.length).map((hunk) => hunkKey(file, hunk)));
      const reverted = revertHunks(then, now, [hunks[revertNth % hunks.length] ?? { oldStart: 0, oldLines: 0, newStart: 0, newLines: 0 }]);
      const after = diffOf(then, reverted ?? '').hunks;
      expect(after).toHaveLength(hunks.length - 1);
      expect(after.filter((hunk) => kept.has(hunkKey({ path: file.path }, hunk)))).toHaveLength(1);
    }),
  );
});

it('a hunk that changes again is no longer kept', () => {
  const then = textOf(['same', 'same']);
  const key = (now: string): string => diffOf(then, textOf([now, 'same'])).hunks.map((hunk) => hunkKey(file, hunk))[0] ?? '';
  expect(key('other')).not.toBe(key('other too'));
});

it.each<[string, readonly number[], number[] | 'whole' | 'nothing']>([
  ['nothing is kept: the whole file', [], 'whole'],
  ['one hunk is kept: the others', [1], [0, 2]],
  ['all hunks are kept: nothing', [0, 1, 2], 'nothing'],
])('reverts everything in a file but kept hunks; %s', async (_, keep, expected) => {
  const diff = diffOf(textOf(['same', 'same', 'same']), textOf(['gone', 'other', 'two\nlines']));
  const keys = new Set(keep.flatMap((index) => diff.hunks.slice(index, index + 1).map((hunk) => hunkKey(file, hunk))));
  const kept = { has: (key: string) => keys.has(key), hasPartOf: (path: string) => [...keys].some((key) => isPartOf(path, key)) };
  const parts = await withoutKeptParts(file, kept, () => Promise.resolve({ type: 'diff', detail: diffDetail(file.path, diff, false) }));
  const range = ({ oldStart, oldLines, newStart, newLines }: DiffHunk) => ({ oldStart, oldLines, newStart, newLines });
  const whole = expected === 'whole' ? [{ path: file.path }] : [];
  const some = Array.isArray(expected)
    ? [{ path: file.path, hunks: diff.hunks.filter((_hunk, index) => expected.includes(index)).map(range) }]
    : [];
  expect(parts).toEqual([...whole, ...some]);
});

it('keeping a file keeps no hunk of it', () => {
  expect([isPartOf(file.path, fileKey(file)), isPartOf('other', fileKey(file))]).toEqual([false, false]);
});
