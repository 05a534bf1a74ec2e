import { expect, it } from 'vitest';
import { changeStarts } from '../../../../renderer/changes/show-change.ts';

const typeOf = (sign: string) => (sign === '+' ? 'add' : sign === '-' ? 'remove' : 'context');

it.each([
  ['-+  ++ -', [0, 4, 7]],
  ['   ', []],
])('finds where each changed place of “%s” begins', (lines, starts) => {
  expect(changeStarts(Array.from(lines, (sign) => ({ type: typeOf(sign) })))).toEqual(starts);
});
