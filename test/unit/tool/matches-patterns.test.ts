import { expect, it } from 'vitest';
import { matchesPatterns, withoutBraces } from '#main/tool/matches-patterns.ts';

it.each([
  ['src/**/*.ts', '/p/src/a/b.ts', true],
  ['*.sql', '/p/db/deep/x.sql', true],
  ['/src', '/p/src/a', true],
  ['{a,b{c,d}}/*.ts', '/p/bd/x.ts', true],
  ['{a,b}/*.ts', '/p/c/x.ts', false],
  ['**', '/elsewhere/x', false],
  ['../**', '/elsewhere/x', false],
  ['', '/p/x', false],
])('%j and %s', (pattern, file, matches) => {
  expect(matchesPatterns([pattern], '/p', file)).toBe(matches);
});

it('leaves braces as they are when they stand for too many patterns', () => {
  const many = '{a,b,c,d}'.repeat(5);
  expect(withoutBraces(many)).toEqual([many]);
  expect(withoutBraces('{a,b}{c,d}')).toEqual(['ac', 'ad', 'bc', 'bd']);
});
