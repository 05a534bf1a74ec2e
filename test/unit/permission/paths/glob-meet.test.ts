import { describe, expect, it } from 'vitest';
import { globsMeet } from '#main/permission/paths/glob-meet.ts';

describe('globsMeet', () => {
  it.each([
    ['/p/.e*', '/p/**/.env/**', true],
    ['/p/*', '/p/a.txt/**', true],
    ['/p/src/*', '/p/secrets/**', false],
    ['/p/**', '/home/u/.ssh/**', false],
    ['/p/**', '/p/secrets/**', true],
    ['/p/s?crets/k', '/p/secrets/**', true],
    ['/p/[s]ecrets/k', '/p/secrets/**', true],
    ['/p/a*c', '/p/*b*', true],
    ['/p/a*c', '/p/b*', false],
    ['/P/A.TXT', '/p/a.txt', true],
    ['**', '/anything/at/all', true],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(globsMeet(a, b)).toBe(expected);
    expect(globsMeet(b, a)).toBe(expected);
  });
});
