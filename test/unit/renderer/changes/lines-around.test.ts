import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { patchOf } from '#main/tools/diff-view.ts';
import { type Around, nextLines, NOTHING_AROUND, type Side, withAround } from '../../../../renderer/changes/lines-around.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Shows what is next on one side of a hunk. */
function shown(
  known: ReadonlyMap<number, Around>,
  { index, side, lines }: { index: number; side: Side; lines: readonly string[] },
): Around {
  const { above, below } = known.get(index) ?? NOTHING_AROUND;
  return side === 'above' ? { above: [...lines, ...above], below } : { above, below: [...below, ...lines] };
}

it('shows all lines around all hunks, each once, however one goes through them', () => {
  const changes = fc.uniqueArray(fc.integer({ min: 0, max: 119 }), { minLength: 1, maxLength: 4 });
  const steps = fc.infiniteStream(fc.record({ index: fc.nat(3), side: fc.constantFrom<Side>('above', 'below') }));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), changes, steps, (length, changed, order) => {
      const before = numbered(length);
      const after = before.flatMap((line, index) => (changed.includes(index) ? [`${line} changed`, 'and one more'] : [line]));
      const hunks = patchOf(textOf(before), textOf(after));
      const known = new Map<number, Around>();
      const around = (index: number): Around => known.get(index) ?? NOTHING_AROUND;
      const step = (index: number, side: Side): void => {
        const { from, count } = nextLines({ hunks, index, side, around, lines: after.length });
        known.set(index, shown(known, { index, side, lines: after.slice(from - 1, from - 1 + count) }));
      };
      let taken = 0;
      for (const { index, side } of order) {
        if (index < hunks.length) step(index, side);
        taken += 1;
        if (taken > 40) break;
      }
      for (const index of hunks.keys())
        for (let rest = 0; rest < 20; rest += 1) (['above', 'below'] as const).forEach((side) => step(index, side));
      const all = hunks.map((hunk, index) => withAround(hunk, around(index)));
      const side = (other: string): string[] =>
        all.flatMap(({ lines }) => lines.filter((line) => !line.startsWith(other)).map((line) => line.slice(1)));
      if (hunks.length > 0) expect([side('+'), side('-')]).toEqual([before, after]);
      for (const { lines, oldLines, newLines, oldStart, newStart } of all) {
        expect(lines.filter((line) => !line.startsWith('+')).length).toBe(oldLines);
        expect(lines.filter((line) => !line.startsWith('-')).length).toBe(newLines);
        expect([before[oldStart - 1], after[newStart - 1]].every((line) => line !== undefined)).toBe(true);
      }
    }),
  );
});

it('goes in steps of 20 and leaves no few lines for another one', () => {
  const before = numbered(100);
  const after = before.map((line) => (line === 'line 50' ? 'changed' : line));
  const hunks = patchOf(textOf(before), textOf(after));
  const known = new Map<number, Around>();
  const next = (side: Side) => nextLines({ hunks, index: 0, side, around: (at) => known.get(at) ?? NOTHING_AROUND, lines: 100 });
  expect(next('above')).toEqual({ from: 27, count: 20 });
  expect(next('below')).toEqual({ from: 54, count: 20 });
  known.set(0, { above: after.slice(21, 46), below: [] });
  expect(next('above')).toEqual({ from: 1, count: 21 });
});

it('shows nothing where the lines of the file aren’t known, or it has no more', () => {
  const hunks = patchOf('a\nb\n', 'a\nc\n');
  const place = { hunks, index: 0, around: () => NOTHING_AROUND };
  expect(nextLines({ ...place, side: 'above', lines: 0 }).count).toBe(0);
  expect(nextLines({ ...place, side: 'below', lines: 2 }).count).toBe(0);
});
