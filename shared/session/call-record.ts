import { z } from 'zod';

/** One step of the pipeline of one call (SPEC P3). Times are epoch milliseconds. */
export const spanSchema = z.object({ step: z.string(), start: z.number(), end: z.number(), outcome: z.enum(['ok', 'stopped', 'failed']) });
export type Span = z.infer<typeof spanSchema>;

/** How a call ended. `cancelled` never ran to its end: interrupted, a sibling failed, or the attempt was discarded. */
const CALL_OUTCOMES = ['done', 'failed', 'denied', 'cancelled'] as const;
export const callOutcomeSchema = z.enum(CALL_OUTCOMES);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

export const terminalRecordSchema = z.object({
  terminalId: z.string(),
  /** The file with the raw output, relative to the session's folder. */
  path: z.string(),
  cols: z.number().int(),
  rows: z.number().int(),
  /** Where its command runs; absent for this machine. `sharesFiles`: the project's files there are those here. */
  place: z.object({ name: z.string(), sharesFiles: z.boolean() }).optional(),
});
export type TerminalRecord = z.infer<typeof terminalRecordSchema>;

/** What a call has instead of the model's input, and from whom. */
export const changedInputSchema = z.object({ by: z.enum(['person', 'hook', 'tool']), input: z.record(z.string(), z.unknown()) });
export type ChangedInput = z.infer<typeof changedInputSchema>;
