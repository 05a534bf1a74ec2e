import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineOutputs } from '#main/hooks/combine.ts';
import type { HookBehavior, HookOutput } from '#main/hooks/hook-output.ts';
import { hookOn } from './hook-fixture.ts';

const behaviors: readonly HookBehavior[] = ['deny', 'defer', 'ask', 'allow'];

const anyOutput: fc.Arbitrary<HookOutput> = fc
  .record(
    {
      stop: fc.string(),
      block: fc.string(),
      permission: fc.record({ behavior: fc.constantFrom(...behaviors), reason: fc.string() }),
      updatedInput: fc.record({ n: fc.nat() }),
      updatedOutput: fc.record({ value: fc.nat() }),
      context: fc.string(),
      retry: fc.constant(true as const),
    },
    { requiredKeys: [] },
  )
  .map((said) => ({ hook: hookOn('PreToolUse', { command: 'x' }), outcome: 'ok', ...said }));

const outputs = fc.array(anyOutput, { maxLength: 8 });

it('takes the strictest decision, whatever the order', () => {
  fc.assert(
    fc.property(outputs, (said) => {
      const strictest = behaviors.find((behavior) => said.some(({ permission }) => permission?.behavior === behavior));
      for (const order of [said, said.toReversed()]) {
        const changes = order.findLast(({ updatedInput }) => updatedInput);
        const isOfOther = strictest === 'allow' && changes !== undefined && changes.permission === undefined;
        expect(combineOutputs(order).permission?.behavior).toBe(isOfOther ? undefined : strictest);
      }
    }),
  );
});

it('stops when any hook stops, blocks when any blocks, and keeps every reason and context', () => {
  fc.assert(
    fc.property(outputs, (said) => {
      const verdict = combineOutputs(said);
      expect(verdict.stop !== undefined).toBe(said.some(({ stop }) => stop !== undefined));
      expect(verdict.block !== undefined).toBe(said.some(({ block }) => block !== undefined));
      for (const { block, context } of said) {
        if (block !== undefined) expect(verdict.block?.reason).toContain(block);
        if (context?.trim()) expect(verdict.contexts).toContain(context);
      }
    }),
  );
});

it('takes the last changed input and output, and no input when one denies', () => {
  fc.assert(
    fc.property(outputs, (said) => {
      const verdict = combineOutputs(said);
      const denied = verdict.permission?.behavior === 'deny';
      expect(verdict.updatedInput).toEqual(denied ? undefined : said.findLast(({ updatedInput }) => updatedInput)?.updatedInput);
      expect(verdict.updatedOutput?.value).toEqual(said.findLast(({ updatedOutput }) => updatedOutput)?.updatedOutput?.value);
    }),
  );
});

it('ignores an “allow” for an input that another hook replaced', () => {
  const hook = hookOn('PreToolUse', { command: 'x' });
  const allows: HookOutput = { hook, outcome: 'ok', permission: { behavior: 'allow', reason: '' } };
  const changes: HookOutput = { hook, outcome: 'ok', updatedInput: { command: 'other' } };
  for (const said of [
    [allows, changes],
    [changes, allows],
  ])
    expect(combineOutputs(said)).toMatchObject({ updatedInput: { command: 'other' } });
  expect(combineOutputs([allows, changes]).permission).toBeUndefined();
  expect(combineOutputs([{ ...allows, ...changes }]).permission?.behavior).toBe('allow');
});
