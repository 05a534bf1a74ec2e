import { z } from 'zod';

/**
 * Why a file isn't covered by checkpoints; or, though it is by now, why it stays as it is: the state that is compared with left it out
 * (`uncovered`), or may have (`unknown`).
 */
const LEFT_OUT_REASONS = ['uncovered', 'unknown', 'ignored', 'large', 'special', 'unreadable', 'name', 'repository'] as const;
const leftOutReasonSchema = z.enum(LEFT_OUT_REASONS);
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>;

/** What isn't covered: all counted, some named. Paths from the project folder; a folder ends with a slash. */
export const leftOutSchema = z.object({
  total: z.number().int().nonnegative(),
  items: z.array(z.object({ path: z.string(), reason: leftOutReasonSchema })),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/**
 * When it was taken: `before` the first call of a turn that may change something, `after` that turn, before files are restored
 * (`restore`) and after that (`restored`). What changed between an `after` or `restored` and the next one was changed by others.
 */
const checkpointPhaseSchema = z.enum(['before', 'after', 'restore', 'restored']);
export type CheckpointPhase = z.infer<typeof checkpointPhaseSchema>;

export const checkpointSchema = z.object({
  checkpointId: z.string(),
  turnId: z.string().nullable(),
  /** The message that the turn answers. */
  messageId: z.string().nullable(),
  phase: checkpointPhaseSchema,
  /** The tree in the store; the same for the same files. */
  tree: z.string(),
  counts: z.object({
    files: z.number().int(),
    /** Read anew since the checkpoint before. */
    changed: z.number().int(),
    bytes: z.number().int(),
  }),
  /** What git ignores is not among it: it is looked up when someone asks. */
  leftOut: leftOutSchema,
});
export type Checkpoint = z.infer<typeof checkpointSchema>;
