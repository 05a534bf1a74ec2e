import { z } from 'zod';
import { checkpointSchema } from '../checkpoint.ts';

/** The project’s files: saved and restored. */
export const fileEvents = {
  /** The project's files as they are now can be restored, except those in `leftOut`. */
  'checkpoint.taken': checkpointSchema,
  /**
   * A person restored files; `undoId` is the checkpoint created just before. Paths are bounded, `restored` counts all files: a renamed one
   * that was reverted once, though `paths` ends with its old name.
   */
  'files.restored': z.object({
    checkpointId: z.string(),
    undoId: z.string(),
    /** What the person did: restore, revert in the changes pane, or undo the last of these. Absent in older logs. */
    deed: z.enum(['restore', 'revert', 'undo_restore', 'undo_revert']).optional(),
    restored: z.number().int(),
    /** Of how many of these files only some changes were reverted, and how many changes that were. Absent: of none. */
    inPart: z.object({ files: z.number().int(), changes: z.number().int() }).optional(),
    paths: z.array(z.string()),
    failed: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
  /** A person committed files; `commit` is its short id. Paths are bounded, `files` counts all. */
  'files.committed': z.object({ commit: z.string(), files: z.number().int(), paths: z.array(z.string()) }),
} as const;
