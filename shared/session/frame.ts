import { z } from 'zod';
import { toolProgressSchema } from './tool-view.ts';

/** Live, lossy-by-design updates between events: coalesced, addressed by id and offset, never stored in the log or folded. */
export const sessionFrameSchema = z.discriminatedUnion('type', [
  /** Text of a block that hasn't closed. `offset` in UTF-16 units: a receiver that misses one drops the block until it closes. */
  z.object({
    type: z.literal('text'),
    messageId: z.string(),
    index: z.number().int(),
    kind: z.enum(['text', 'thinking', 'tool_input']),
    offset: z.number().int(),
    text: z.string(),
  }),
  z.object({ type: z.literal('progress'), callId: z.string(), progress: toolProgressSchema }),
  /** Raw terminal output. `offset` counts UTF-16 units since the terminal opened. */
  z.object({ type: z.literal('terminal'), terminalId: z.string(), offset: z.number().int(), data: z.string() }),
]);
export type SessionFrame = z.infer<typeof sessionFrameSchema>;
