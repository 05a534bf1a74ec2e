import { expect, it } from 'vitest';
import { changedPart } from '../../../../renderer/diff/diff-rows.ts';

it.each([
  ['an added character', 'return a > b;', 'return a >= b;', [10, 10], [10, 11]],
  ['a word', 'const one = 1;', 'const two = 1;', [6, 9], [6, 9]],
  ['an addition at the end', 'call(a)', 'call(a) // why', [7, 7], [7, 14]],
  ['repeated characters', 'aaa', 'aaaa', [3, 3], [3, 4]],
])('marks %s', (_what, before, after, old, fresh) => expect(changedPart(before, after)).toEqual({ before: old, after: fresh }));

it.each([
  ['different lines', 'import x', 'return null;'],
  ['lines that share only their indentation', '        a = 1', '        return null'],
])('marks nothing in %s', (_what, before, after) => expect(changedPart(before, after)).toBeUndefined());
