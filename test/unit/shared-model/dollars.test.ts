import { expect, test } from 'vitest';
import { amountOf, dollars, limitText, raisedBudget } from '#shared/model/dollars.ts';

test.each([
  [0, '$0', '$0'],
  [0.00002, '<$0.01', '$0.00002'],
  [0.5, '$0.50', '$0.50'],
  [5, '$5.00', '$5'],
  [12.345, '$12.35', '$12.35'],
])('%d is formatted as %s, as a limit %s', (usd, cost, limit) => {
  expect([dollars(usd), limitText(usd)]).toEqual([cost, limit]);
});

test.each([
  ['5', 5],
  [' $0.50 ', 0.5],
  ['1,5', 1.5],
  ['0', undefined],
  ['-1', undefined],
  ['1e9', undefined],
  ['2000000', undefined],
  ['five', undefined],
  ['1,000.50', undefined],
  ['', undefined],
])('“%s” is parsed as %s', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

test.each([
  [5, 5, 10],
  [1.5, 1.9219, 3.8],
  [0.003, 0.0031, 0.0062],
])('a budget of %d with %d spent is raised to %d', (budget, spent, raised) => {
  expect(raisedBudget(budget, spent)).toBe(raised);
});
