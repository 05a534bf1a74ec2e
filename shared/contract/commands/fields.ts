import { z } from 'zod';

export const nothing = z.object({}).strict();
export const sessionId = z.string().min(1).max(100);
export const projectDir = z.string().min(1).max(4096);

/** A text for a file, saved by the host; `text` where the window has to save it. */
export const savedTextSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), fileName: z.string(), text: z.string() }),
  z.object({ type: z.literal('saved'), path: z.string() }),
  z.object({ type: z.literal('cancelled') }),
]);
export type SavedText = z.infer<typeof savedTextSchema>;
