import { expect, it } from 'vitest';
import { fuzzContract } from './fuzz-contract.ts';

it('refuses any message that is no request, without an effect', async () => {
  const { sent, refused, read, logged, recorded } = await fuzzContract({ messages: 4000, seed: 20_260_101 });
  expect(sent).toBe(4000);
  expect(refused).toBeGreaterThan(2000);
  expect(read).toBeGreaterThan(0);
  expect(logged).toBeGreaterThan(0);
  expect(logged).toBeLessThanOrEqual(100);
  // The limit at once, and one for the rest at the end; more only while it runs.
  expect(recorded).toBeGreaterThan(100);
  expect(recorded).toBeLessThan(1000);
});
