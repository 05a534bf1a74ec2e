import { z } from 'zod';
import { checkpointSchema } from '../checkpoint.ts';

/** The project’s files, kept and brought back. */
export const fileEvents = {
  /** The project's files as they are now can be brought back, as far as `leftOut` doesn't say otherwise. */
  'checkpoint.taken': checkpointSchema,
  /** A person brought files back; `undoId` is the checkpoint taken just before. Paths are bounded, `restored` counts all. */
  'files.restored': z.object({
    checkpointId: z.string(),
    undoId: z.string(),
    restored: z.number().int(),
    paths: z.array(z.string()),
    failed: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
} as const;
