import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowsToDraw } from '../../../../renderer/timeline/grid/drawn-rows.ts';

/** A list, and what is in view of it. */
const ranges = fc
  .record({ count: fc.integer({ min: 1, max: 500 }), start: fc.nat(), length: fc.integer({ min: 1, max: 60 }), overscan: fc.nat(8) })
  .map(({ count, start, length, overscan }) => {
    const startIndex = start % count;
    return { startIndex, endIndex: Math.min(startIndex + length, count) - 1, overscan, count };
  });

describe('the drawn rows', () => {
  test('are those in view with the overscan, of a list that doesn’t follow its end', () => {
    expect(rowsToDraw({ startIndex: 10, endIndex: 12, overscan: 2, count: 100 }, 0)).toEqual([8, 9, 10, 11, 12, 13, 14]);
    expect(rowsToDraw({ startIndex: 0, endIndex: 2, overscan: 2, count: 4 }, 0)).toEqual([0, 1, 2, 3]);
  });

  test('stay the same at the end, whatever part of it is in view', () => {
    const last = [94, 95, 96, 97, 98, 99];
    expect(rowsToDraw({ startIndex: 96, endIndex: 99, overscan: 2, count: 100 }, 6)).toEqual(last);
    expect(rowsToDraw({ startIndex: 98, endIndex: 99, overscan: 2, count: 100 }, 6)).toEqual(last);
    expect(rowsToDraw({ startIndex: 96, endIndex: 97, overscan: 2, count: 100 }, 6)).toEqual(last);
  });

  test('have no gap, and include all in view', () => {
    fc.assert(
      fc.property(ranges, fc.nat(60), (range, last) => {
        const drawn = rowsToDraw(range, last);
        const first = drawn[0] ?? Number.NaN;
        expect(drawn).toEqual(drawn.map((_, offset) => first + offset));
        expect(drawn).toEqual(expect.arrayContaining([range.startIndex, range.endIndex]));
      }),
    );
  });
});
