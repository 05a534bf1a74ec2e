import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revertHunks } from '#main/checkpoints/changes/revert-hunks.ts';
import { diffOf } from '#main/tools/diff-view.ts';

const line = fc.constantFrom('a', 'b', 'c', '', 'd\r', 'longer');
const text = fc.tuple(fc.array(line, { maxLength: 30 }), fc.constantFrom('', '\n')).map(([lines, end]) => lines.join('\n') + end);

describe('reverting hunks', () => {
  it('reverting all hunks gives the old text, reverting none the new one', () => {
    fc.assert(
      fc.property(text, text, (then, now) => {
        const { hunks } = diffOf(then, now);
        expect(revertHunks(then, now, hunks)).toBe(then);
        expect(revertHunks(then, now, [])).toBe(now);
      }),
    );
  });

  it('works when the diff times out, also for a last line without a line break', () => {
    const lines = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word} ${index * 7}`).join('\n');
    const [then, now] = [`${lines('old')}\nsame`, `${lines('new')}\nsame\n`];
    const { hunks } = diffOf(then, now);
    expect(hunks).toHaveLength(1);
    expect(revertHunks(then, now, hunks)).toBe(then);
  });

  it('reverting hunks one by one in any order gives the old text', () => {
    const then = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('');
    const now = then.replace('line 3\n', 'three\n').replace('line 20\n', '').replace('line 35\n', 'line 35\nmore\n');
    const { hunks } = diffOf(then, now);
    expect(hunks).toHaveLength(3);
    for (const hunk of hunks) {
      const partly = revertHunks(then, now, [hunk]) ?? '';
      const rest = diffOf(then, partly).hunks;
      expect(rest).toHaveLength(2);
      expect(revertHunks(then, partly, rest)).toBe(then);
    }
  });

  it('rejects ranges that don’t fit or overlap', () => {
    const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 2 };
    expect(revertHunks('a\n', 'b\n', [hunk])).toBeUndefined();
    expect(revertHunks('a\n', 'b\nc\n', [hunk, hunk])).toBeUndefined();
    expect(revertHunks('', 'b\nc\n', [hunk])).toBeUndefined();
  });
});
