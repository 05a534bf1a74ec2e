import { z } from 'zod';
import { MAX_TURN_FILES } from '../changes.ts';
import { MAX_PREVIEW_FILES } from '../max-preview-files.ts';
import { nothing, sessionId } from './fields.ts';

export const MAX_COMMIT_MESSAGE = 100_000;

/** Committing changed files, as the person’s own act. */
export const commitCommands = {
  /**
   * Commits these files of the session’s folder with the person’s git, and nothing else that is staged. `conflict` with git’s own last lines
   * where it refuses; `unavailable` where Gatehouse doesn’t commit.
   */
  'changes.commit': {
    input: z.strictObject({
      sessionId,
      paths: z
        .array(z.string().min(1).max(4096))
        .min(1)
        // A renamed file has two names.
        .max(2 * MAX_PREVIEW_FILES),
      message: z.string().max(MAX_COMMIT_MESSAGE).regex(/\S/u),
    }),
    output: z.object({ commit: z.string(), files: z.number().int() }),
  },
  /** Which of these files of the session’s folder could be committed now. */
  'changes.inGit': {
    input: z.strictObject({ sessionId, paths: z.array(z.string().min(1).max(4096)).min(1).max(MAX_TURN_FILES), since: z.number() }),
    output: z.object({
      /** How many differ from the last commit, as far as can be told. */
      open: z.number().int(),
      /** The short ids of the commits that last changed them, if all that git doesn’t ignore was committed since then; otherwise none. */
      commits: z.array(z.string()),
    }),
  },
  /** Stops the commit that runs for the session, with its hooks. */
  'changes.stopCommit': { input: z.strictObject({ sessionId }), output: nothing },
} as const;
