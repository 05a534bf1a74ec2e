import { z } from 'zod';

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
