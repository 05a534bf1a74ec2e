import { z } from 'zod';

/**
 * Why a file isn't covered by checkpoints. Or, if it is now covered, why it isn't restored: the checkpoint left it out (`uncovered`), or
 * may have (`unknown`). `gone`: it wasn’t covered, and isn’t there any more.
 */
const LEFT_OUT_REASONS = ['uncovered', 'unknown', 'ignored', 'large', 'special', 'unreadable', 'name', 'repository', 'gone'] as const;
const leftOutReasonSchema = z.enum(LEFT_OUT_REASONS);
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>;

/** Files that aren't covered: all counted, some listed. Paths are relative to the project folder; a folder ends with a slash. */
export const leftOutSchema = z.object({
  total: z.number().int().nonnegative(),
  items: z.array(z.object({ path: z.string(), reason: leftOutReasonSchema })),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/**
 * When it was created: `before` the first call of a turn that may change something, `after` that turn, before files are restored
 * (`restore`) and after that (`restored`). Changes between an `after` or `restored` and the next checkpoint were made by others.
 */
const checkpointPhaseSchema = z.enum(['before', 'after', 'restore', 'restored']);
export type CheckpointPhase = z.infer<typeof checkpointPhaseSchema>;

export const checkpointSchema = z.object({
  checkpointId: z.string(),
  turnId: z.string().nullable(),
  /** The message that the turn answers. */
  messageId: z.string().nullable(),
  phase: checkpointPhaseSchema,
  /** The worktree whose files it has; absent: the project folder. */
  worktree: z.string().optional(),
  /** The tree in the store; equal for equal files. */
  tree: z.string(),
  counts: z.object({
    files: z.number().int(),
    /** Number of files read since the previous checkpoint. */
    changed: z.number().int(),
    bytes: z.number().int(),
  }),
  /** Without files that git ignores, which are looked up on request. */
  leftOut: leftOutSchema,
});
export type Checkpoint = z.infer<typeof checkpointSchema>;
