import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { StreamAssembler } from '#main/agent/turn/stream-assembler.ts';
import { ModelError } from '#main/model/model-error.ts';
import { parseStreamEvent } from '#main/model/stream-event.ts';
import type { AssistantBlock } from '#shared/session/content.ts';

const anything = fc.jsonValue({ maxDepth: 2 });
const mostly = <T>(usual: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: anything });

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: mostly(fc.string()) }),
  fc.record({ type: fc.constant('thinking'), thinking: fc.string(), signature: anything }, { requiredKeys: ['type'] }),
  fc.record({
    type: fc.constant('tool_use'),
    id: mostly(fc.constantFrom('a', 'b', 'c', '../x')),
    name: mostly(fc.constant('Bash')),
    input: anything,
  }),
  fc.record({ type: fc.string(), input: anything }),
);
const delta = fc.oneof(
  fc.record({ type: fc.constant('text_delta'), text: mostly(fc.string()) }),
  fc.record({
    type: fc.constant('input_json_delta'),
    partial_json: fc.oneof(fc.constantFrom('{"command":', '"ls"}', '{}', '[', '{"__proto__":1}'), fc.string()),
  }),
  fc.record({ type: fc.constant('thinking_delta'), thinking: fc.string() }),
  fc.record({ type: fc.constantFrom('signature_delta', 'citations_delta', 'else'), signature: anything }),
);
const usage = mostly(fc.constant<unknown>({ input_tokens: 1, output_tokens: null }));
const stray = fc.oneof(
  fc.record({ type: fc.constant('message_start'), message: fc.record({ usage }) }),
  fc.record({ type: fc.constant('content_block_start'), index: mostly(fc.nat(4)), content_block: block }),
  fc.record({ type: fc.constant('content_block_delta'), index: mostly(fc.nat(4)), delta }),
  fc.record({ type: fc.constant('content_block_stop'), index: mostly(fc.nat(4)) }),
  fc.record({ type: fc.constant('message_delta'), delta: fc.record({ stop_reason: mostly(fc.constant('end_turn')) }), usage }),
  fc.constant({ type: 'message_stop' }),
  anything,
);
/** Mostly valid streams, with an occasional event out of order. */
const stream = fc
  .array(
    fc.record({
      block,
      deltas: fc.array(delta, { maxLength: 3 }),
      strays: fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(stray, { maxLength: 2 }) }),
    }),
    {
      maxLength: 5,
    },
  )
  .map((blocks): unknown[] =>
    blocks.flatMap(({ block: content_block, deltas, strays }, index) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((piece) => ({ type: 'content_block_delta', index, delta: piece })),
      ...strays,
      { type: 'content_block_stop', index },
    ]),
  );

test('for any server output, blocks are whole and reported once, and failures are ModelError or shape errors', () => {
  fc.assert(
    fc.property(stream, (events) => {
      const closed: { index: number; block: AssistantBlock; invalidJson: string | undefined }[] = [];
      const taken = new Set<string>(['a']);
      const assembler = new StreamAssembler(
        {
          delta: () => undefined,
          block: (at, made, invalidJson) => {
            closed.push({ index: at, block: made, invalidJson });
            if (made.type === 'tool_use') taken.add(String(made['id']));
          },
        },
        taken,
        32_000,
      );
      try {
        for (const event of events) {
          const parsed = parseStreamEvent(event);
          if (parsed) assembler.take(parsed);
        }
        assembler.closeText();
      } catch (error) {
        expect(error instanceof ModelError || error instanceof z.ZodError).toBe(true);
      }
      expect(new Set(closed.map(({ index: at }) => at)).size).toBe(closed.length);
      const calls = closed.filter(({ block: made }) => made.type === 'tool_use');
      expect(new Set(calls.map(({ block: made }) => made['id'])).size).toBe(calls.length);
      for (const { block: made, invalidJson } of calls) {
        expect(made['id']).toMatch(/^[\w-]+$/);
        expect(typeof made['input'] === 'object' && made['input'] !== null && !Array.isArray(made['input'])).toBe(true);
        if (invalidJson !== undefined) expect(made['input']).toEqual({ INVALID_JSON: invalidJson });
      }
    }),
    { numRuns: 3000 },
  );
});
