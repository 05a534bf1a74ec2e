import { z } from 'zod';

/** A shell of the person's own beside a session. Its text is fetched as any terminal's. */
export const shellRowSchema = z.object({
  terminalId: z.string(),
  /** The program: “zsh”. */
  title: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** `null` while it runs, and when a signal ended it. */
  exitCode: z.number().int().nullable(),
});
export type ShellRow = z.infer<typeof shellRowSchema>;
