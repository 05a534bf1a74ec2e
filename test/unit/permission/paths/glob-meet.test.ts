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
    ['/p/[!]]ecrets/k', '/p/secrets/**', true],
    ['/p/[]s]ecrets/k', '/p/secrets/**', true],
    ['/p/a*c', '/p/*b*', true],
    ['/p/a*c', '/p/b*', false],
    ['/P/A.TXT', '/p/a.txt', true],
    ['**', '/anything/at/all', true],
  ])('%s and %s: %s', (a, b, expected) => {
    expect(globsMeet(a, b)).toBe(expected);
    expect(globsMeet(b, a)).toBe(expected);
  });

  it.each([
    ['/p/**/.env/**', '/p/src/*/index.js', false],
    ['/p/**/.env/**', '/p/src/?env/index.js', false],
    ['/p/**/.env/**', '/p/src/.*/index.js', true],
    ['/p/**/.env/**', '/p/src/*', false],
    ['/p/**/.env/**', '/p/src/*env', false],
    ['/p/**/.env/**', '/p/src/.e*', true],
    ['/p/**/*.env/**', '/p/src/*', true],
    ['/p/**/.env/**', '/p/src/**', true],
    ['/p/**/.*/**', '/p/src/*/index.js', false],
    ['/p/**/secrets/**', '/p/src/*/index.js', true],
  ])('%s and the shell pattern %s: %s', (rule, pattern, expected) => {
    expect(globsMeet(rule, pattern, true)).toBe(expected);
  });
});
