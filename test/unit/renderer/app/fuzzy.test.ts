import { describe, expect, it } from 'vitest';
import { fuzzyScore } from '../../../../renderer/app/fuzzy.ts';

const TITLES = [
  'Show timeline',
  'Show terminals',
  'Start a new session',
  'Stop all',
  'Use the dark theme',
  'Open a new window',
  'Show settings',
];

function best(query: string): string | undefined {
  return TITLES.map((title) => ({ title, score: fuzzyScore(query, title) }))
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))[0]?.title;
}

describe('fuzzy matching', () => {
  it.each([
    ['time', 'Show timeline'],
    ['STOP', 'Stop all'],
    ['new win', 'Open a new window'],
    ['win new', 'Open a new window'],
    ['sns', 'Start a new session'],
    ['dth', 'Use the dark theme'],
    ['sett', 'Show settings'],
    ['shter', 'Show terminals'],
  ])('%s finds “%s” first', (query, title) => {
    expect(best(query)).toBe(title);
  });

  it.each(['xyz', 'time dark', 'zzshow'])('%s finds nothing', (query) => {
    expect(best(query)).toBeUndefined();
  });

  it('everything matches an empty query', () => {
    expect(fuzzyScore(' ', 'Anything')).toBeDefined();
  });
});
