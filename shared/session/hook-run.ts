import { z } from 'zod';
import { ruleSourceSchema } from '../permission/rule.ts';
import { hookEventSchema } from '../settings/hook-settings.ts';

/** Which hook a run was of, and what for. */
export const hookRunFields = {
  /** Twelve hexadecimal digits; on a command hook's processes it stands in their environment. */
  runId: z.string(),
  event: hookEventSchema,
  /** `command`, `http`, or the name of a kind that can't be run. */
  type: z.string(),
  /** The command line or address. */
  hook: z.string(),
  source: ruleSourceSchema,
  /** The settings file, absolute; absent for the command line's. */
  file: z.string().optional(),
  /** The call it looked at. */
  callId: z.string().optional(),
};

const HOOK_OUTCOMES = ['ok', 'blocked', 'failed', 'timed_out', 'cancelled', 'lost'] as const;

export const hookRunSchema = z.object({
  ...hookRunFields,
  startedAt: z.number(),
  endedAt: z.number(),
  outcome: z.enum(HOOK_OUTCOMES),
  /** What it decided, blocked or failed with, in words; empty when it had nothing to say. */
  message: z.string(),
  exitCode: z.number().int().optional(),
  /** Of an http answer. */
  status: z.number().int().optional(),
  /** What it printed or answered, and on its error stream: the first characters. */
  output: z.string(),
  errors: z.string(),
});
export type HookRunRecord = z.infer<typeof hookRunSchema>;
