import { z } from 'zod';
import { leftOutSchema } from '../session/checkpoint.ts';
import { toolViewDetailSchema } from '../session/tool-view.ts';

/** Files named in one answer; `total` counts all. */
export const MAX_PREVIEW_FILES = 2000;

/** Where a session's files can be brought back to, in the order of the conversation. */
export const restorePointsSchema = z.object({
  /** Why undo isn't available here, as a clause; `null` when it is. */
  unavailable: z.string().nullable(),
  points: z.array(
    z.object({
      checkpointId: z.string(),
      /** The message before whose work it was taken; `null`: the state before files were restored. */
      messageId: z.string().nullable(),
      at: z.number(),
    }),
  ),
});
export type RestorePoints = z.infer<typeof restorePointsSchema>;

const previewFileSchema = z.object({
  /** From the project folder. */
  path: z.string(),
  /** What restoring does: `create` brings back a file that is gone, `delete` removes one that wasn't there. */
  change: z.enum(['modify', 'create', 'delete', 'mode']),
  /** Lines; `null` for what isn't text. */
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
  /** Changed since by someone else than the agent, as far as can be told: that would be lost. */
  changedByOthers: z.boolean(),
});
export type RestorePreviewFile = z.infer<typeof previewFileSchema>;

export const restorePreviewSchema = z.object({
  previewId: z.string(),
  /** When the files were as they would become. */
  at: z.number(),
  files: z.array(previewFileSchema),
  /** Files that would become what they were, named or not. */
  total: z.number().int(),
  /** Files that others changed and that aren't named for want of room: they stay as they are. */
  leftAlone: z.number().int(),
  leftOut: leftOutSchema,
});
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

/** One file of a preview, from now to then. */
export const restoreDiffSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('diff'), detail: toolViewDetailSchema }),
  z.object({ type: z.literal('binary'), bytesNow: z.number().int().nullable(), bytesThen: z.number().int().nullable() }),
]);
export type RestoreDiff = z.infer<typeof restoreDiffSchema>;

export const restoreResultSchema = z.object({
  restored: z.number().int(),
  failed: z.array(z.object({ path: z.string(), why: z.string() })),
  /** The state before, to go back to. */
  undoId: z.string(),
});
export type RestoreResult = z.infer<typeof restoreResultSchema>;
