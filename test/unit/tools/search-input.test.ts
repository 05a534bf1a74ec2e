import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
  session.write('a.txt', 'needle\n');
});
afterEach(() => session.dispose());

const LONG = 'x'.repeat(200_000);

it.each([
  ['Grep', 'pattern', { pattern: LONG }],
  ['Grep', 'pattern', { pattern: 'ä'.repeat(70_000) }],
  ['Grep', 'glob', { pattern: 'needle', glob: LONG }],
  ['Grep', 'type', { pattern: 'needle', type: LONG }],
  ['Grep', 'path', { pattern: 'needle', path: LONG }],
  ['Glob', 'pattern', { pattern: LONG }],
  ['Glob', 'path', { pattern: '*', path: LONG }],
])('%s reports that its %s is too long and what to do', async (tool, field, input) => {
  const { text, isError } = await session.call(tool, input);
  expect(isError).toBe(true);
  expect(text).toMatch(new RegExp(`^${field} is too long .* at most 10000\\. Use a shorter one`, 'u'));
});

it.each([
  ['Grep', 'pattern', { pattern: 'a\0b' }],
  ['Grep', 'glob', { pattern: 'needle', glob: '*\0' }],
  ['Grep', 'type', { pattern: 'needle', type: 't\0s' }],
  ['Grep', 'path', { pattern: 'needle', path: 'a\0' }],
  ['Glob', 'pattern', { pattern: '*\0' }],
  ['Glob', 'path', { pattern: '*', path: '\0' }],
])('%s reports a null character in its %s', async (tool, field, input) => {
  const { text, isError } = await session.call(tool, input);
  expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringMatching(`^${field} must not contain a null character`) });
});

it('accepts a long pattern within the limit', async () => {
  session.write('long.txt', `${'x'.repeat(4_000)}\n`);
  expect(await session.call('Grep', { pattern: 'x'.repeat(4_000) })).toMatchObject({ isError: false, text: 'Found 1 file\nlong.txt' });
});

it.each(['Grep', 'Glob'])('%s reports that its start folder was deleted', async (tool) => {
  rmSync(session.project, { recursive: true });
  const { text, isError } = await session.call(tool, { pattern: 'needle' });
  expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining('Path does not exist') });
});
