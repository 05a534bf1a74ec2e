import { z } from 'zod';
import { jsonProblem } from '#shared/json-limits.ts';

/** Servers omit fields, send null, or add their own. */
export const streamUsageSchema = z.looseObject({
  input_tokens: z.number().nullish(),
  output_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
  cache_read_input_tokens: z.number().nullish(),
});
export type StreamUsage = z.infer<typeof streamUsageSchema>;

const index = z.number().int().min(0).max(100_000);

/** Any type is accepted: the assembler ignores unknown ones. */
const deltaSchema = z.looseObject({ type: z.string() });

const streamEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: z.looseObject({ usage: streamUsageSchema.nullish() }) }),
  z.object({ type: z.literal('content_block_start'), index, content_block: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal('content_block_delta'), index, delta: deltaSchema }),
  z.object({ type: z.literal('content_block_stop'), index }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: streamUsageSchema.nullish(),
  }),
  z.object({ type: z.literal('message_stop') }),
]);

/** One raw event of a Messages API stream, validated: the server isn't trusted. */
export type ModelStreamEvent = z.infer<typeof streamEventSchema>;

const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
]);

/**
 * `undefined` for unknown event types, which the protocol permits.
 * @throws z.ZodError for a known type with the wrong shape.
 */
export function parseStreamEvent(value: unknown): ModelStreamEvent | undefined {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string') return streamEventSchema.parse(value);
  return KNOWN_TYPES.has(type) ? streamEventSchema.parse(value) : undefined;
}

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
