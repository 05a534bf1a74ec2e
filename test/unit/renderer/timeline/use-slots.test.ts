import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inSlots } from '../../../../renderer/timeline/grid/use-slots.ts';

const range = (from: number, length: number) => Array.from({ length }, (_, offset) => ({ index: from + offset }));
const indexes = (from: number, length: number, usual: number, base: number) =>
  inSlots(range(from, length), usual, base).map(({ item }) => item.index);

describe('recycled row elements', () => {
  test('are never shared by two rows, however many are drawn', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(60), fc.integer({ min: 1, max: 60 }), fc.nat(20_000), (from, length, usual, base) => {
        const slots = inSlots(range(from, length), usual, base).map(({ slot }) => slot);
        expect(new Set(slots).size).toBe(length);
      }),
    );
  });

  test('are in row order at rest', () => {
    expect(indexes(17, 5, 6, 17)).toEqual([17, 18, 19, 20, 21]);
  });

  test('keep a visible row’s element and its order when scrolling either way', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), fc.nat(500), fc.integer({ min: 2, max: 40 }), (base, from, to, usual) => {
        const before = inSlots(range(from, usual), usual, base);
        const after = inSlots(range(to, usual), usual, base);
        expect(after.map(({ slot }) => slot)).toEqual(before.map(({ slot }) => slot));
      }),
    );
  });
});
