import { z } from 'zod';
import { changesSchema, changesSinceSchema, revertedFilesSchema } from '../changes.ts';
import { MAX_PREVIEW_FILES, restoreDiffSchema, restorePointsSchema, restorePreviewSchema, restoreResultSchema } from '../restore.ts';
import { projectDir, sessionId } from './fields.ts';

/** Files of the project: brought back, changed by the agent, opened. */
export const fileCommands = {
  'restore.points': { input: z.strictObject({ sessionId }), output: restorePointsSchema },
  /** What bringing the files back would change; the last one made of a session is the one that counts. */
  'restore.preview': { input: z.strictObject({ sessionId, checkpointId: z.string().max(100) }), output: restorePreviewSchema },
  'restore.diff': {
    input: z.strictObject({ sessionId, previewId: z.string().max(100), path: z.string().max(4096) }),
    output: restoreDiffSchema,
  },
  /** Brings back what the preview showed, but for the files in `keep`. A checkpoint is taken before. */
  'restore.apply': {
    input: z.strictObject({ sessionId, previewId: z.string().max(100), keep: z.array(z.string().max(4096)).max(MAX_PREVIEW_FILES) }),
    output: restoreResultSchema,
  },
  /** What the agent’s work changed in the project’s files, as they are now. */
  'changes.list': { input: z.strictObject({ sessionId, since: changesSinceSchema }), output: changesSchema },
  /** One file of the list, from then to now. */
  'changes.diff': {
    input: z.strictObject({ sessionId, changesId: z.string().max(100), path: z.string().max(4096) }),
    output: restoreDiffSchema,
  },
  /** Makes files what they were. What changed since the list was made is left alone and named. A checkpoint is taken before. */
  'changes.revert': {
    input: z.strictObject({ sessionId, changesId: z.string().max(100), files: revertedFilesSchema }),
    output: restoreResultSchema,
  },
  /**
   * Opens a file of the project, of the session's results, or one of the settings files in the user's editor. `opened` is false where the host's screen isn't the
   * person's.
   */
  'editor.open': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      path: z.string().min(1).max(4096),
      line: z.number().int().positive().optional(),
      column: z.number().int().positive().optional(),
    }),
    output: z.object({ opened: z.boolean() }),
  },
  /** Which of these texts name a file of the project or of the session's results, as `src/app.ts` or `src/app.ts:12`; `null` for the others. */
  'editor.find': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), texts: z.array(z.string().max(1000)).max(200) }),
    output: z.object({
      files: z.array(z.object({ path: z.string(), line: z.number().int().optional(), column: z.number().int().optional() }).nullable()),
    }),
  },
} as const;
