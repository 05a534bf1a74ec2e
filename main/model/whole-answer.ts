import { z } from 'zod';
import { jsonProblem } from '#shared/json-limits.ts';
import { streamUsageSchema, type ModelStreamEvent } from './stream-event.ts';

const blockSchema = z
  .looseObject({ type: z.string() })
  .refine(({ type, name }) => type !== 'tool_use' || typeof name === 'string', { message: 'a tool call without a name' });

const wholeAnswerSchema = z.looseObject({
  content: z.array(blockSchema).max(10_000),
  stop_reason: z.string().nullish(),
  usage: streamUsageSchema.nullish(),
});

/**
 * Converts a non-streamed answer to stream events, so that both are processed alike.
 * @throws z.ZodError for anything but a message, before any event.
 */
export function wholeAnswerEvents(value: unknown): ModelStreamEvent[] {
  const { content, stop_reason, usage } = wholeAnswerSchema.parse(value);
  const cutOff = stop_reason === 'max_tokens' ? content.length - 1 : undefined;
  return [
    { type: 'message_start', message: { usage } },
    ...content.flatMap((block, index) =>
      index === cutOff && block.type === 'tool_use' && jsonProblem(block) === undefined
        ? cutOffCall(block, index)
        : wholeBlock(block, index),
    ),
    { type: 'message_delta', delta: { stop_reason } },
    { type: 'message_stop' },
  ];
}

type Block = z.infer<typeof blockSchema>;

function wholeBlock(block: Block, index: number): ModelStreamEvent[] {
  return [
    { type: 'content_block_start', index, content_block: block },
    { type: 'content_block_stop', index },
  ];
}

/**
 * The last call of an answer that hit its token limit: the server may have closed the truncated input, and such repaired input must
 * never run (SPEC A1). Its end is removed again, so that it doesn't parse.
 */
function cutOffCall(block: Block, index: number): ModelStreamEvent[] {
  const input = JSON.stringify(block['input'] ?? {}).slice(0, -1);
  return [
    { type: 'content_block_start', index, content_block: { ...block, input: {} } },
    { type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: input } },
    { type: 'content_block_stop', index },
  ];
}
