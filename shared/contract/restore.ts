import { z } from 'zod';
import { leftOutSchema } from '../session/checkpoint.ts';
import { toolViewDetailSchema } from '../session/tool-view.ts';

/** The points a session's files can be restored to, in conversation order. */
export const restorePointsSchema = z.object({
  /** Why undo isn't available, as a clause; `null` if it is. */
  unavailable: z.string().nullable(),
  points: z.array(
    z.object({
      checkpointId: z.string(),
      /** The message whose turn it precedes; `null`: the state before a restore. */
      messageId: z.string().nullable(),
      at: z.number(),
    }),
  ),
});
export type RestorePoints = z.infer<typeof restorePointsSchema>;

const previewFileSchema = z.object({
  /** Relative to the project folder. */
  path: z.string(),
  /** What restoring does: `create` brings back a deleted file, `delete` removes one that didn't exist then, `rename` gives back its old name. */
  change: z.enum(['modify', 'create', 'delete', 'rename', 'mode']),
  /** The old path, if it was renamed: both are one file. */
  from: z.string().nullable(),
  /** Lines; `null` for a file that isn't text. */
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
  /** Probably changed since then by someone other than the agent; restoring loses that change. */
  changedByOthers: z.boolean(),
});
export type RestorePreviewFile = z.infer<typeof previewFileSchema>;

const lostPathSchema = z.object({
  /** Relative to the project folder; a folder ends with a slash. */
  path: z.string(),
  /** The last command that the agent ran since then and that deletes it by name, or moves it away; `null`: none. */
  by: z.object({ command: z.string(), moves: z.boolean() }).nullable(),
});
export type LostPath = z.infer<typeof lostPathSchema>;

export const restorePreviewSchema = z.object({
  previewId: z.string(),
  /** When the files had the state to restore. */
  at: z.number(),
  files: z.array(previewFileSchema),
  /** Number of files that would be restored, listed or not. */
  total: z.number().int(),
  /** Files changed by others that don't fit the list. They aren't restored. */
  leftAlone: z.number().int(),
  /** What isn’t covered and was touched since then. */
  leftOut: leftOutSchema,
  /** What was there then, wasn’t covered and is gone: all counted, some listed. */
  lost: z.object({ total: z.number().int(), items: z.array(lostPathSchema) }),
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

/** The diff of one file of a preview, from its current to its restored state. */
export const restoreDiffSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('diff'),
    detail: toolViewDetailSchema,
    /** How many lines the file after the change has; absent where nothing asks for them. */
    lines: z.number().int().optional(),
  }),
  z.object({ type: z.literal('binary'), bytesNow: z.number().int().nullable(), bytesThen: z.number().int().nullable() }),
]);
export type RestoreDiff = z.infer<typeof restoreDiffSchema>;

export const restoreResultSchema = z.object({
  restored: z.number().int(),
  /** Of how many of these files only some changes were reverted, and how many changes that were. */
  inPart: z.object({ files: z.number().int(), changes: z.number().int() }).optional(),
  failed: z.array(z.object({ path: z.string(), why: z.string() })),
  /** Checkpoint of the state before the restore, to undo it. */
  undoId: z.string(),
});
export type RestoreResult = z.infer<typeof restoreResultSchema>;
