import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { revertHunks } from '#main/checkpoints/changes/revert-hunks.ts';
import { splitHunks } from '#main/engine/split-hunks.ts';
import { patchOf } from '#main/tools/diff-view.ts';

const LINES = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);

/** A text in which these lines differ. */
const changed = (...numbers: number[]): string =>
  `${LINES.map((line, index) => (numbers.includes(index + 1) ? `new ${index + 1}` : line)).join('\n')}\n`;
const THEN = changed();

const split = (now: string, then = THEN) => splitHunks(patchOf(then, now));
const places = (now: string) => split(now).map(({ newStart, newLines }) => [newStart, newLines]);

describe('changes that a diff joins', () => {
  it('are parted where three unchanged lines or more lie between them', () => {
    expect(places(changed(10, 13))).toEqual([[7, 10]]);
    expect(places(changed(10, 14))).toEqual([
      [7, 6],
      [13, 5],
    ]);
    expect(places(changed(10, 17))).toEqual([
      [7, 7],
      [14, 7],
    ]);
  });

  it('can be reverted one by one', () => {
    const hunks = split(changed(10, 15));
    expect(hunks.map((hunk) => revertHunks(THEN, changed(10, 15), [hunk]))).toEqual([changed(15), changed(10)]);
  });

  it('are together what they were, whatever is changed', () => {
    const edit = fc.constantFrom('same', 'same', 'same', 'gone', 'other', 'two\nlines');
    fc.assert(
      fc.property(fc.array(edit, { minLength: 30, maxLength: 30 }), (edits) => {
        const now = LINES.flatMap((line, index) =>
          edits[index] === 'gone' ? [] : [edits[index] === 'same' ? line : (edits[index] ?? '')],
        );
        const text = now.map((line) => `${line}\n`).join('');
        expect(revertHunks(THEN, text, split(text))).toBe(THEN);
      }),
    );
  });
});
