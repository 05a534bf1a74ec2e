import { z } from 'zod';
import { terminalStateSchema } from '../../session/frame.ts';
import { nothing, sessionId } from './fields.ts';

/** A shell the user opened next to a session. Its output is fetched like any terminal's. */
const shellRowSchema = z.object({
  terminalId: z.string(),
  /** The program name: “zsh”. */
  title: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** `null` while it runs and after a signal ended it. */
  exitCode: z.number().int().nullable(),
});
export type ShellRow = z.infer<typeof shellRowSchema>;

/** The agent’s terminals and the user’s shells. */
export const terminalCommands = {
  /** Output so far (the last part, if very long). More follows as terminal frames from `offset + data.length`. */
  'terminal.open': {
    input: z.strictObject({ sessionId, terminalId: z.string() }),
    output: z.object({
      data: z.string(),
      offset: z.number().int(),
      cols: z.number().int(),
      rows: z.number().int(),
      live: z.boolean(),
      exitCode: z.number().int().nullable(),
      /** `null` if it has ended. */
      state: terminalStateSchema.nullable(),
      /** The file with all of the output, where it is kept. */
      outputPath: z.string().optional(),
    }),
  },
  'terminal.close': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: nothing },
  /** Flow control: acknowledges output up to the offset that the window has drawn. */
  'terminal.ack': { input: z.strictObject({ sessionId, terminalId: z.string(), offset: z.number().int().nonnegative() }), output: nothing },
  'terminal.input': { input: z.strictObject({ sessionId, terminalId: z.string(), data: z.string().max(100_000) }), output: nothing },
  /** Takes control of a terminal before typing (which does so by itself), or hands it back. */
  'terminal.takeOver': { input: z.strictObject({ sessionId, terminalId: z.string(), takenOver: z.boolean() }), output: nothing },
  /** Kills its command, in the foreground or background, and everything it started. */
  'terminal.stop': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: z.object({ stopped: z.boolean() }) },
  /** The user's shells; fetch again after `userShells.changed`. `allowed`: whether one can be opened. */
  'userShell.list': { input: z.strictObject({ sessionId }), output: z.object({ shells: z.array(shellRowSchema), allowed: z.boolean() }) },
  /** Opens a shell in the project folder, used through the `terminal` commands. The agent has no access to it. */
  'userShell.start': { input: z.strictObject({ sessionId }), output: z.object({ terminalId: z.string() }) },
  /** Kills a running shell; removes an ended one from the list. */
  'userShell.end': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: nothing },
  /** What fits in this window; the answer is what the shell has, which is the smallest of all windows that show it. */
  'userShell.resize': {
    input: z.strictObject({
      sessionId,
      terminalId: z.string(),
      cols: z.number().int().min(2).max(1000),
      rows: z.number().int().min(1).max(1000),
    }),
    output: z.object({ cols: z.number().int(), rows: z.number().int() }),
  },
} as const;
