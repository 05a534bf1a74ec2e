import { z } from 'zod';
import { terminalStateSchema } from '../../session/frame.ts';
import { shellRowSchema } from '../shells.ts';
import { nothing, sessionId } from './fields.ts';

/** The agent’s terminals, and shells of the person’s own. */
export const terminalCommands = {
  /** Output so far (its last part, when huge). Live bytes follow as terminal frames from `offset + data.length`. */
  'terminal.open': {
    input: z.strictObject({ sessionId, terminalId: z.string() }),
    output: z.object({
      data: z.string(),
      offset: z.number().int(),
      cols: z.number().int(),
      rows: z.number().int(),
      live: z.boolean(),
      exitCode: z.number().int().nullable(),
      /** `null` when it has ended. */
      state: terminalStateSchema.nullable(),
    }),
  },
  'terminal.close': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: nothing },
  /** Acknowledges parsed output, for flow control: the offset up to which the window has drawn. */
  'terminal.ack': { input: z.strictObject({ sessionId, terminalId: z.string(), offset: z.number().int().nonnegative() }), output: nothing },
  'terminal.input': { input: z.strictObject({ sessionId, terminalId: z.string(), data: z.string().max(100_000) }), output: nothing },
  /** Typing takes a terminal over by itself; this does it ahead, and hands it back. */
  'terminal.takeOver': { input: z.strictObject({ sessionId, terminalId: z.string(), takenOver: z.boolean() }), output: nothing },
  /** Ends its command, in the foreground or the background, and what that started. */
  'terminal.stop': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: z.object({ stopped: z.boolean() }) },
  /** Shells of the person's own beside a session; `userShells.changed` says when to ask again. `allowed`: one may be opened. */
  'userShell.list': { input: z.strictObject({ sessionId }), output: z.object({ shells: z.array(shellRowSchema), allowed: z.boolean() }) },
  /** Opens one in the project folder. What stands in it is read and typed by the `terminal` commands; the agent has no part in it. */
  'userShell.start': { input: z.strictObject({ sessionId }), output: z.object({ terminalId: z.string() }) },
  /** Ends a running one; takes one that has ended off the list. */
  'userShell.end': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: nothing },
  'userShell.resize': {
    input: z.strictObject({
      sessionId,
      terminalId: z.string(),
      cols: z.number().int().min(2).max(1000),
      rows: z.number().int().min(1).max(1000),
    }),
    output: nothing,
  },
} as const;
