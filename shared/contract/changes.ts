import { z } from 'zod';
import { leftOutSchema } from '../session/checkpoint.ts';
import { MAX_PREVIEW_FILES } from './max-preview-files.ts';
import { restoreResultSchema } from './restore.ts';

/** The baseline of a comparison: the files before the session’s first change, before its last turn’s, or in git’s last commit. */
export const changesSinceSchema = z.enum(['session', 'turn', 'commit']);
export type ChangesSince = z.infer<typeof changesSinceSchema>;

const changedFileSchema = z.object({
  /** Relative to the project folder. */
  path: z.string(),
  change: z.enum(['modify', 'create', 'delete', 'rename', 'mode']),
  /** The old path, if it was renamed. */
  from: z.string().nullable(),
  /** Equal for equal content. */
  version: z.string(),
  /** Lines; `null` for a file that isn’t text. */
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
  /**
   * Calls that changed it, in order: for certain edits and short commands that name it, and calls in whose run it is dated, or all that ran
   * while it changed. `last`: calls before it may have changed the file too. In a comparison with the last commit only calls of this session.
   */
  calls: z.array(z.object({ callId: z.string(), certain: z.boolean(), last: z.boolean() })),
  /** Number of further calls; `calls` is bounded. */
  moreCalls: z.number().int(),
  /** Changed while the agent was idle: by the person or another program. */
  changedByOthers: z.boolean(),
  /** Changed while the agent worked, and not evidently by its calls: a person may have saved it then. */
  perhapsByOthers: z.boolean(),
  /** In the list of one turn: it isn’t any more as that turn left it, so it can’t be reverted there. */
  changedAgain: z.boolean().optional(),
  /** `committed`: it is now as in git’s last commit. `null`: it differs, or that can’t be told. */
  inGit: z.enum(['committed', 'ignored']).nullable(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

/** The folder isn’t trusted, or the session’s commands run on another machine or in a container. */
const NO_COMMIT = ['untrusted', 'elsewhere'] as const;
export type NoCommit = (typeof NO_COMMIT)[number];

const lastRestoreSchema = restoreResultSchema.omit({ failed: true }).extend({
  deed: z.enum(['restore', 'revert']),
  /** Its first file. */
  first: z.string().nullable(),
});
export type LastRestore = z.infer<typeof lastRestoreSchema>;

export const changesSchema = z.object({
  /** Why changes aren’t available, as a clause; `null` if they are. */
  unavailable: z.string().nullable(),
  /** Identifies this list in follow-up requests; `null` if the agent has changed nothing yet. */
  changesId: z.string().nullable(),
  /** The time of the baseline. */
  at: z.number().nullable(),
  files: z.array(changedFileSchema),
  /** Number of all changed files; `files` is bounded. */
  total: z.number().int(),
  leftOut: leftOutSchema,
  /** The git remote that a branch would be pushed to; `null` without one. */
  remote: z.string().nullable(),
  /** The last restore or revert, which can be undone: the agent hasn’t worked since. */
  lastRestore: lastRestoreSchema.nullable(),
  /** Why Gatehouse doesn’t commit here itself; `null` if it does. */
  noCommit: z.enum(NO_COMMIT).nullable(),
});
export type Changes = z.infer<typeof changesSchema>;

/** Maximum files named for one turn. */
export const MAX_TURN_FILES = 100;

const turnFileSchema = z.object({
  /** Relative to the project folder. */
  path: z.string(),
  /** `null` for an edited file that checkpoints don’t cover. */
  change: changedFileSchema.shape.change.nullable(),
  added: changedFileSchema.shape.added,
  removed: changedFileSchema.shape.removed,
});
export type TurnFile = z.infer<typeof turnFileSchema>;

/** What one turn changed, by edits and by commands; `null` where it isn’t known. */
export const turnChangesSchema = z
  .object({
    /** Edited files first; at most `MAX_TURN_FILES`. */
    files: z.array(turnFileSchema),
    /** Of all changed files. */
    total: z.number().int(),
    added: z.number().int(),
    removed: z.number().int(),
  })
  .nullable();
export type TurnChanges = z.infer<typeof turnChangesSchema>;

/** The line ranges of a hunk in the baseline and now: 1-based, as in the diff that was shown. */
const hunkRangeSchema = z.strictObject({
  oldStart: z.number().int().nonnegative(),
  oldLines: z.number().int().nonnegative(),
  newStart: z.number().int().nonnegative(),
  newLines: z.number().int().nonnegative(),
});
export type HunkRange = z.infer<typeof hunkRangeSchema>;

/** A file to revert: all of it, or some of its hunks. */
const revertedFileSchema = z.strictObject({
  path: z.string().max(4096),
  hunks: z.array(hunkRangeSchema).min(1).max(2000).optional(),
});
/** A renamed file has two names. */
export const revertedFilesSchema = z
  .array(revertedFileSchema)
  .min(1)
  .max(2 * MAX_PREVIEW_FILES);
export type RevertedFile = z.infer<typeof revertedFileSchema>;
