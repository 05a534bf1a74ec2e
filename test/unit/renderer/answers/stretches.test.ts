import { describe, expect, it } from 'vitest';
import { firstGap, lengthIn, type Stretches, withStretch } from '../../../../renderer/answers/stretches.ts';

const of = (...all: readonly (readonly [number, number])[]): Stretches =>
  all.reduce<Stretches>((before, [from, to]) => withStretch(before, from, to), []);

it.each<[string, Stretches, Stretches]>([
  [
    'apart',
    of([40, 60], [0, 20]),
    [
      [0, 20],
      [40, 60],
    ],
  ],
  ['touching', of([0, 20], [20, 40]), [[0, 40]]],
  ['joined by another', of([0, 20], [40, 60], [10, 50]), [[0, 60]]],
  ['inside another', of([0, 60], [10, 20]), [[0, 60]]],
])('%s', (_what, joined, expected) => expect(joined).toEqual(expected));

describe('what is missing', () => {
  it.each<[string, Stretches, number | undefined]>([
    ['everything', [], 0],
    ['nothing', of([-4, 50], [50, 104]), undefined],
    ['the start', of([20, 100]), 0],
    ['the middle', of([0, 40], [60, 100]), 40],
    ['the end', of([0, 80]), 80],
    ['no more than is blank', of([6, 40], [46, 95]), undefined],
  ])('%s', (_what, stretches, gap) => expect(firstGap(stretches, 100, 8)).toBe(gap));
});

it('measures only what is inside', () => expect(lengthIn(of([-10, 20], [40, 60], [90, 120]), 100)).toBe(50));
