import { z } from 'zod';
import { leftOutSchema } from '../session/checkpoint.ts';
import { MAX_PREVIEW_FILES } from './restore.ts';

/** What a change is measured against: the files before the session’s first change, or before its last turn’s. */
export const changesSinceSchema = z.enum(['session', 'turn']);
export type ChangesSince = z.infer<typeof changesSinceSchema>;

const changedFileSchema = z.object({
  /** From the project folder. */
  path: z.string(),
  change: z.enum(['modify', 'create', 'delete', 'rename', 'mode']),
  /** What it was called, if it was renamed. */
  from: z.string().nullable(),
  /** The same for the same content. */
  version: z.string(),
  /** Lines; `null` for what isn’t text. */
  added: z.number().int().nullable(),
  removed: z.number().int().nullable(),
  /** Calls that changed it, in their order: edits of that very file are certain, others ran while it changed. */
  calls: z.array(z.object({ callId: z.string(), certain: z.boolean() })),
  /** Changed while the agent wasn’t at work: by the person or another program. */
  changedByOthers: z.boolean(),
});
export type ChangedFile = z.infer<typeof changedFileSchema>;

export const changesSchema = z.object({
  /** Why it can’t be told here, as a clause; `null` when it can. */
  unavailable: z.string().nullable(),
  /** Names this list in what is asked about it; `null` when the agent has changed nothing yet. */
  changesId: z.string().nullable(),
  /** When the files were as they are compared with. */
  at: z.number().nullable(),
  files: z.array(changedFileSchema),
  /** All of them; `files` is bounded. */
  total: z.number().int(),
  leftOut: leftOutSchema,
});
export type Changes = z.infer<typeof changesSchema>;

/** Where a hunk stands then and now: 1-based lines, as in the diff that was shown. */
const hunkRangeSchema = z.strictObject({
  oldStart: z.number().int().nonnegative(),
  oldLines: z.number().int().nonnegative(),
  newStart: z.number().int().nonnegative(),
  newLines: z.number().int().nonnegative(),
});
export type HunkRange = z.infer<typeof hunkRangeSchema>;

/** A file to make what it was: whole, or some of its hunks. */
const revertedFileSchema = z.strictObject({
  path: z.string().max(4096),
  hunks: z.array(hunkRangeSchema).min(1).max(2000).optional(),
});
export const revertedFilesSchema = z.array(revertedFileSchema).min(1).max(MAX_PREVIEW_FILES);
export type RevertedFile = z.infer<typeof revertedFileSchema>;
