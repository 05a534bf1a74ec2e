import { expect, it } from 'vitest';
import { oldTurns } from '../../../../renderer/timeline/turns/use-folds.ts';

const keys = (count: number) => Array.from({ length: count }, (_, index) => `turn-${index}`);

it('takes all but the newest of more than a few turns for old', () => {
  expect([...oldTurns(keys(5))]).toEqual([]);
  expect([...oldTurns(keys(6))]).toEqual(['turn-0', 'turn-1', 'turn-2']);
});
