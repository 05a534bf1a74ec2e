import { expect, it } from 'vitest';
import { nextFailure, orderRows, runsBeside } from '../../../../renderer/timeline/grid/row-order.ts';
import { ran, row } from './rows.ts';

const calls = Object.fromEntries(
  [
    row('a'),
    row('b', { parentCallId: 'a' }),
    row('c', { state: 'failed' }),
    row('d', { parentCallId: 'b' }),
    row('e', { parentCallId: 'gone' }),
    row('f', { state: 'denied' }),
  ].map((one) => [one.callId, one]),
);
const order = ['a', 'b', 'c', 'd', 'e', 'f'];

it('puts the calls of a sub-agent below the call that started it', () => {
  expect(orderRows(order, calls, new Set()).map((one) => `${one.callId}${one.level}`)).toEqual(['a1', 'b2', 'd3', 'c1', 'e1', 'f1']);
});

it('omits collapsed rows', () => {
  expect(orderRows(order, calls, new Set(['a']))).toMatchObject([
    { callId: 'a', hasChildren: true },
    { callId: 'c', hasChildren: false },
    { callId: 'e' },
    { callId: 'f' },
  ]);
});

it('finds the next and the previous failure', () => {
  const rows = orderRows(order, calls, new Set());
  expect([
    nextFailure(rows, calls, 0, 1),
    nextFailure(rows, calls, 3, 1),
    nextFailure(rows, calls, 5, 1),
    nextFailure(rows, calls, 5, -1),
  ]).toEqual([3, 5, undefined, 3]);
});

it.each([
  ['overlap', ran('a', 0, 10), ran('b', 5, 15), true],
  ['one after the other', ran('a', 0, 10), ran('b', 10, 20), false],
  ['both still running', row('a', { startedAt: 0 }), row('b', { startedAt: 3 }), true],
  ['never ran', row('a'), ran('b', 0, 10), false],
  ['the first row', undefined, ran('b', 0, 10), false],
])('groups rows that ran in parallel: %s', (_what, above, below, joined) => expect(runsBeside(above, below)).toBe(joined));
