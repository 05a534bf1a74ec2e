import { z } from 'zod';

/** A git worktree that a session or an agent works in. Paths are absolute. */
export const worktreeSchema = z.object({
  path: z.string(),
  /** What the project folder is in it: the worktree itself, or the same subfolder of it. */
  projectDir: z.string(),
  /** The branch made with it; absent for a worktree that was there before. */
  branch: z.string().optional(),
  /** A WorktreeCreate hook made it, in place of git. */
  madeBy: z.literal('hook').optional(),
  /** The commit it was made from. */
  base: z.string().optional(),
});
export type Worktree = z.infer<typeof worktreeSchema>;
