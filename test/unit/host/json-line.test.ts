import { setImmediate as breathe } from 'node:timers/promises';
import fc from 'fast-check';
import { atOnce } from '#shared/steps.ts';
import { JsonLine, stringifying } from '#main/host/web/json-line.ts';
import { describe, expect, it } from 'vitest';

describe('stringifying', () => {
  it('equals JSON.stringify', () => {
    const odd = fc.constantFrom<unknown>(undefined, Number.NaN, -0, new Date(0), () => 1, Symbol('s'), '\u2028"\ud800');
    const value = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 7 },
        fc.jsonValue(),
        odd,
        fc.array(tie('node'), { maxLength: 40 }),
        fc.dictionary(fc.string(), tie('node'), { maxKeys: 5 }),
      ),
    })).node;
    fc.assert(
      fc.property(value, (one) => {
        expect(atOnce(stringifying(one))).toBe(JSON.stringify(one));
      }),
      { numRuns: 500 },
    );
  });

  it('serializes a long list in many steps, wherever it is in an answer', () => {
    const rules = Array.from({ length: 10_000 }, (_, id) => ({ id, text: `Bash(tool-${id} *)` }));
    const answer = { id: 1, ok: true, output: { list: { rules } } };
    const steps = stringifying(answer);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(step.value).toBe(JSON.stringify(answer));
    expect(count).toBeGreaterThan(600);
  });
});

describe('JsonLine', () => {
  it('keeps the order of large and small messages, and yields to other work in between', async () => {
    const written: string[] = [];
    const line = new JsonLine((text) => written.push(text));
    const large = { rows: Array.from({ length: 200_000 }, (_, id) => ({ id, text: 'x'.repeat(40) })) };
    line.send(large);
    line.send({ after: 1 });
    let turns = 0;
    while (written.length < 2) {
      await breathe();
      turns += 1;
    }
    expect(written).toEqual([JSON.stringify(large), '{"after":1}']);
    expect(turns).toBeGreaterThan(3);
  });
});
