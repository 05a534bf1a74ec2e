import { expect, it } from 'vitest';
import { formatBytes } from '#shared/format-bytes.ts';
import { firstLine, shorten, shortenInside } from '#shared/shorten.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1024, '1KB'],
  [30_003, '29.3KB'],
  [1024 * 1024 - 1, '1MB'],
  [50 * 1024 * 1024, '50MB'],
  [5 * 1024 ** 3, '5GB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

it('ends a text that is too long with an ellipsis', () => {
  expect(shorten('abc', 3)).toBe('abc');
  expect(shorten('abcd', 3)).toBe('ab…');
});

it('replaces half of a character at the cut', () => {
  expect(shorten('a😀bc', 3)).toBe('a\uFFFD…');
});

it('keeps the end of a text that it cuts before it', () => {
  expect(shortenInside('abcde', 5)).toBe('abcde');
  expect(shortenInside('abcdef', 5)).toBe('ab…ef');
  expect(shortenInside('a'.repeat(100) + 'b'.repeat(100), 100)).toBe(`${'a'.repeat(49)}…${'b'.repeat(50)}`);
});

it('takes the first line that isn’t empty', () => {
  expect(firstLine('\n  one \ntwo')).toBe('one');
  expect(firstLine('')).toBe('');
});
