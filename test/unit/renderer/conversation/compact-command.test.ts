import { expect, test } from 'vitest';
import { compactCommand } from '../../../../renderer/conversation/composer/send-draft.ts';

test.each([
  ['/compact', {}],
  ['  /compact  ', {}],
  ['/compact keep the API\nand the tests ', { instructions: 'keep the API\nand the tests' }],
  ['/compacted', undefined],
  ['say /compact', undefined],
  ['compact', undefined],
])('%j', (text, expected) => {
  expect(compactCommand(text)).toEqual(expected);
});
