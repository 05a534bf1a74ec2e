import { z } from 'zod';
import { ruleSourceSchema } from '../permission/rule.ts';
import { hookEventSchema } from '../settings/hook-settings.ts';

/** Which hook ran, and for what. */
export const hookRunFields = {
  /** Twelve hexadecimal digits; in the environment of a command hook's processes. */
  runId: z.string(),
  event: hookEventSchema,
  /** `command`, `http`, or the name of an unsupported type. */
  type: z.string(),
  /** The command line or address. */
  hook: z.string(),
  source: ruleSourceSchema,
  /** The settings file, absolute; absent for hooks from the command line. */
  file: z.string().optional(),
  /** The call it was run for. */
  callId: z.string().optional(),
};

const HOOK_OUTCOMES = ['ok', 'blocked', 'failed', 'timed_out', 'cancelled', 'lost'] as const;

export const hookRunSchema = z.object({
  ...hookRunFields,
  startedAt: z.number(),
  endedAt: z.number(),
  outcome: z.enum(HOOK_OUTCOMES),
  /** What it decided, blocked or failed with, as text; empty for no effect. */
  message: z.string(),
  exitCode: z.number().int().optional(),
  /** For http hooks. */
  status: z.number().int().optional(),
  /** The start of its output or answer, including its error stream. */
  output: z.string(),
  errors: z.string(),
});
/** A hook that failed, in the notice about it. */
export const failedHookSchema = z.object({
  ...hookRunFields,
  /** What the notice is about, in place of the hook's type. */
  type: z.literal('hook'),
  exitCode: z.number().int().optional(),
  status: z.number().int().optional(),
  /** The start of its error stream, or else of its output or answer. */
  printed: z.string(),
});
export type FailedHook = z.infer<typeof failedHookSchema>;
export type HookRunRecord = z.infer<typeof hookRunSchema>;
