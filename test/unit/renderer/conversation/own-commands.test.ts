import { expect, test } from 'vitest';
import { nextMode, readOwnCommand } from '../../../../renderer/conversation/composer/own-commands.ts';

test.each([
  ['/compact', { name: 'compact', args: '' }],
  ['  /compact  ', { name: 'compact', args: '' }],
  ['/compact keep the API\nand the tests ', { name: 'compact', args: 'keep the API\nand the tests' }],
  ['/mode plan', { name: 'mode', args: 'plan' }],
  ['/compacted', undefined],
  ['/deploy', undefined],
  ['say /compact', undefined],
  ['compact', undefined],
])('%j', (text, expected) => {
  expect(readOwnCommand(text)).toEqual(expected);
});

test('the key goes through three modes, and from any other to the first', () => {
  expect([nextMode('default'), nextMode('acceptEdits'), nextMode('plan'), nextMode('auto')]).toEqual([
    'acceptEdits',
    'plan',
    'default',
    'default',
  ]);
});
