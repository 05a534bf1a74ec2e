import { z } from 'zod';

/** What a request to the model is made of. `calls`: inputs and results of tools. */
const CONTEXT_PARTS = ['prompt', 'instructions', 'tools', 'mcp_tools', 'summary', 'messages', 'answers', 'thinking', 'calls'] as const;

const contextPartSchema = z.object({ part: z.enum(CONTEXT_PARTS), tokens: z.number() });
export type ContextPart = z.infer<typeof contextPartSchema>;

export const contextSchema = z.object({
  /** Tokens the model can take. */
  window: z.number(),
  /** From how many on the conversation is compacted unasked; `null`: never. */
  compactsAt: z.number().nullable(),
  /** What takes the room, the largest first: estimates. */
  parts: z.array(contextPartSchema),
});
export type ContextUsage = z.infer<typeof contextSchema>;
