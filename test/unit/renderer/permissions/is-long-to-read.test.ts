import { expect, it } from 'vitest';
import { isLongToRead } from '../../../../renderer/permissions/card/is-long-to-read.ts';

it.each([
  ['rm -rf build', false],
  ['rm -rf build\n', false],
  ['cd a\nrm -rf build', true],
  [`rm -rf ${'build '.repeat(30)}`, true],
])('asks to read to the end what is longer than a line: %j', (command, long) => {
  expect(isLongToRead({ type: 'command', command })).toBe(long);
});

it('asks to read what isn’t a command to the end', () => expect(isLongToRead({ type: 'json', json: '{}' })).toBe(true));
