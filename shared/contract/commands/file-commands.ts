import { z } from 'zod';
import { changesSchema, changesSinceSchema, revertedFilesSchema, turnChangesSchema } from '../changes.ts';
import { MAX_PREVIEW_FILES } from '../max-preview-files.ts';
import { restoreDiffSchema, restorePointsSchema, restorePreviewSchema, restoreResultSchema } from '../restore.ts';
import { projectDir, sessionId } from './fields.ts';

/** Project files: restoring, reviewing the agent's changes, opening. */
export const fileCommands = {
  'restore.points': { input: z.strictObject({ sessionId }), output: restorePointsSchema },
  /** Previews a restore. Only the session's latest preview stays valid. */
  'restore.preview': { input: z.strictObject({ sessionId, checkpointId: z.string().max(100) }), output: restorePreviewSchema },
  'restore.diff': {
    input: z.strictObject({ sessionId, previewId: z.string().max(100), path: z.string().max(4096) }),
    output: restoreDiffSchema,
  },
  /** Restores the files of the preview except those in `keep`, after taking a checkpoint. */
  'restore.apply': {
    input: z.strictObject({ sessionId, previewId: z.string().max(100), keep: z.array(z.string().max(4096)).max(MAX_PREVIEW_FILES) }),
    output: restoreResultSchema,
  },
  /**
   * The project files that changed during the agent’s work, or since git’s last commit, compared with their current state. A list since the
   * last commit isn’t reverted. With a turn: what that turn changed, from its start to its end.
   */
  'changes.list': {
    input: z.strictObject({ sessionId, since: changesSinceSchema, turnId: z.string().max(100).optional() }),
    output: changesSchema,
  },
  /** The diff of one listed file, from the baseline to now. */
  'changes.diff': {
    input: z.strictObject({ sessionId, changesId: z.string().max(100), path: z.string().max(4096) }),
    output: restoreDiffSchema,
  },
  /** Lines of a listed file as it is now: those around its hunks are the same in the baseline. `from` is 1-based. */
  'changes.lines': {
    input: z.strictObject({
      sessionId,
      changesId: z.string().max(100),
      path: z.string().max(4096),
      from: z.number().int().positive(),
      count: z.number().int().positive().max(1000),
    }),
    output: z.object({ lines: z.array(z.string()) }),
  },
  /** The files that one turn changed, as they were at its end. */
  'changes.ofTurn': { input: z.strictObject({ sessionId, turnId: z.string().max(100) }), output: turnChangesSchema },
  /** Reverts files, after taking a checkpoint. Files that changed since the list was made are skipped and reported. */
  'changes.revert': {
    input: z.strictObject({ sessionId, changesId: z.string().max(100), files: revertedFilesSchema }),
    output: restoreResultSchema,
  },
  /**
   * Opens a file of the project, of the session's results, or one of the settings files in the user's editor. `opened` is false if the host
   * runs on another machine than the window.
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
  /** Resolves texts such as `src/app.ts` or `src/app.ts:12` to files of the project or the session's results; `null` for the others. */
  'editor.find': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), texts: z.array(z.string().max(1000)).max(200) }),
    output: z.object({
      files: z.array(z.object({ path: z.string(), line: z.number().int().optional(), column: z.number().int().optional() }).nullable()),
    }),
  },
} as const;
