import { expect, it } from 'vitest';
import { callsOfAll, haveSameCalls } from '../../../../renderer/changes/calls-of-all.ts';

const by = (...calls: string[]) => ({
  calls: calls.map((callId) => ({ callId, certain: true, last: false })),
  moreCalls: 0,
  perhapsByOthers: false,
});

it('are those of each file, if they are the same', () => {
  expect(callsOfAll([by('b1'), by('b1')])).toEqual(by('b1'));
});

it('are none where files differ, or where there is one file', () => {
  expect(callsOfAll([by('b1'), by('b1', 'w1')])).toBeUndefined();
  expect(callsOfAll([by('b1')])).toBeUndefined();
  expect(callsOfAll([])).toBeUndefined();
});

it.each([
  [by('b1'), by('b1'), true],
  [by('b1'), by('b1', 'w1'), false],
  [by(), by(), true],
])('tells whether %j and %j are the same', (one, other, same) => {
  expect(haveSameCalls(one, other)).toBe(same);
});
