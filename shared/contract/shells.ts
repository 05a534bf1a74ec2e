import { z } from 'zod';

/** A shell the user opened next to a session. Its output is fetched like any terminal's. */
export const shellRowSchema = z.object({
  terminalId: z.string(),
  /** The program name: “zsh”. */
  title: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** `null` while it runs and after a signal ended it. */
  exitCode: z.number().int().nullable(),
});
export type ShellRow = z.infer<typeof shellRowSchema>;
