import { z } from 'zod';

/** An entry of the session's task list, which its agents share. */
export const listedTaskSchema = z.object({
  /** A decimal number. Numbers are never reused. */
  id: z.string(),
  subject: z.string(),
  description: z.string(),
  /** What is shown while it is in progress: "Running the tests". */
  activeForm: z.string().optional(),
  status: z.enum(['pending', 'in_progress', 'completed']),
  /** The agent that works on it. */
  owner: z.string().optional(),
  /** The tasks that have to be completed before this one. */
  blockedBy: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type ListedTask = z.infer<typeof listedTaskSchema>;

export interface TaskList {
  readonly tasks: readonly ListedTask[];
  /** The highest number used so far. */
  readonly lastId: number;
}
