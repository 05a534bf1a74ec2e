import { expect, it } from 'vitest';
import { fuzzContract } from './fuzz-contract.ts';

it('refuses any message that is no request, without an effect', async () => {
  const { sent, refused, read, logged } = await fuzzContract({ messages: 4000, seed: 20_260_101 });
  expect(sent).toBe(4000);
  expect(refused).toBeGreaterThan(2000);
  expect(read).toBeGreaterThan(0);
  expect(logged).toBeGreaterThan(0);
  expect(logged).toBeLessThanOrEqual(100);
});
