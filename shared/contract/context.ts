import { z } from 'zod';

/** The parts of a request to the model. `calls`: tool inputs and results. */
const CONTEXT_PARTS = ['prompt', 'instructions', 'tools', 'mcp_tools', 'summary', 'messages', 'answers', 'thinking', 'calls'] as const;

const contextPartSchema = z.object({ part: z.enum(CONTEXT_PARTS), tokens: z.number() });
export type ContextPart = z.infer<typeof contextPartSchema>;

export const contextSchema = z.object({
  /** The model's context window in tokens. */
  window: z.number(),
  /** Tokens at which the conversation is compacted automatically; `null`: never. */
  compactsAt: z.number().nullable(),
  /** Estimated tokens of each part, largest first. */
  parts: z.array(contextPartSchema),
});
export type ContextUsage = z.infer<typeof contextSchema>;
