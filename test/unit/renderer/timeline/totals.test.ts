import { expect, it } from 'vitest';
import { totals } from '../../../../renderer/timeline/totals.ts';
import { ran, row } from './rows.ts';

it('sums up work and the time saved by running in parallel', () => {
  const rows = [ran('a', 0, 100), ran('b', 20, 120), ran('c', 200, 250)];
  expect(totals(rows, 999)).toEqual({ work: 250, waiting: 0, saved: 80, calls: 3 });
});

it('counts waiting once when several calls wait at the same time', () => {
  const rows = [row('a', { askedAt: 0, answeredAt: 100, finishedAt: 100 }), row('b', { state: 'waiting', askedAt: 50 })];
  expect(totals(rows, 200).waiting).toBe(200);
});

it('measures running calls up to now', () => {
  expect(totals([row('a', { state: 'running', startedAt: 100 })], 160).work).toBe(60);
});
