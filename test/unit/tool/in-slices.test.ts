import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inSlices } from '#main/tool/in-slices.ts';
import { atOnce, type Steps } from '#shared/steps.ts';

function* sum(upTo: number): Steps<number> {
  let total = 0;
  for (let each = 1; each <= upTo; each++) {
    total += each;
    yield;
  }
  return total;
}

describe('work in slices', () => {
  test('has the same result as when done at once', async () => {
    expect(await inSlices(sum(100_000))).toBe(atOnce(sum(100_000)));
  });

  test('yields to other work', async () => {
    const turns: number[] = [];
    // Never done unless other work gets a turn.
    const work = (function* (): Steps<string> {
      while (turns.length < 3) yield;
      return 'done';
    })();
    const result = inSlices(work);
    for (const turn of [1, 2, 3]) {
      await setImmediate();
      turns.push(turn);
    }
    expect(await result).toBe('done');
  });

  test('fails with the error of the work', async () => {
    const work = (function* (): Steps<void> {
      yield;
      throw new Error('no');
    })();
    await expect(inSlices(work)).rejects.toThrow('no');
  });
});
