import { expect, test } from 'vitest';
import { inTurn } from '#main/engine/in-turn.ts';

test('each begins when the one before has ended, well or not', async () => {
  const turn = inTurn();
  const told: string[] = [];
  const slow = Promise.withResolvers<void>();
  const first = turn(async () => {
    told.push('first begins');
    await slow.promise;
    told.push('first ends');
    throw new Error('no');
  });
  const second = turn(async () => told.push('second'));
  await Promise.resolve();
  slow.resolve();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(told).toEqual(['first begins', 'first ends', 'second']);
});
