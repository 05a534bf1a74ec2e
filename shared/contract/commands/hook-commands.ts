import { z } from 'zod';
import { ruleSourceSchema } from '../../permission/rule.ts';
import { diffDetailSchema } from '../../session/tool-view.ts';
import { hookEventSchema, hookHandlerSchema } from '../../settings/hook-settings.ts';
import { projectDir, sessionId } from './fields.ts';
import { settingsDestinationSchema } from './settings-commands.ts';

const MAX_MATCHER_CHARS = 1000;

/** A hook as it is, or shall be, in a settings file. */
const placedHookSchema = z.strictObject({
  /** Not only events that Gatehouse has: others are listed too, and can be removed. */
  event: z.string().min(1).max(100),
  matcher: z.string().max(MAX_MATCHER_CHARS),
  handler: hookHandlerSchema,
});
export type PlacedHook = z.infer<typeof placedHookSchema>;

const hookRowSchema = z.object({
  ...placedHookSchema.shape,
  /** Display name. */
  name: z.string(),
  source: ruleSourceSchema,
  /** Absolute; `null` for the command line. */
  file: z.string().nullable(),
  /** The plugin that it comes with. Such a hook can't be edited. */
  plugin: z.string().nullable(),
  /** `active`: it runs. Otherwise why it doesn't. */
  state: z.enum(['active', 'untrusted', 'disabled', 'managed_only', 'unknown_event', 'unknown_type']),
});
export type HookRow = z.infer<typeof hookRowSchema>;

const hookListSchema = z.object({
  hooks: z.array(hookRowSchema),
  destinations: z.array(z.object({ destination: settingsDestinationSchema, file: z.string() })),
});
export type HookList = z.infer<typeof hookListSchema>;

const hookEditSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('add'), to: placedHookSchema }),
  z.strictObject({ type: z.literal('change'), from: placedHookSchema, to: placedHookSchema }),
  z.strictObject({ type: z.literal('remove'), from: placedHookSchema }),
]);
export type HookEdit = z.infer<typeof hookEditSchema>;

/** What a hook's answer would have done. `text`: the reason, the new input or what the model would read; may be empty. */
const hookEffectSchema = z.object({
  type: z.enum([
    'none',
    'error',
    'stop',
    'deny',
    'ask',
    'defer',
    'allow',
    'answer_allow',
    'answer_deny',
    'input',
    'output',
    'context',
    'tell',
    'message',
    'retry',
  ]),
  text: z.string(),
});
export type HookEffect = z.infer<typeof hookEffectSchema>;

const hookTrialSchema = z.object({
  /** Whether its matcher and its condition cover the call. It was run in any case. */
  covers: z.boolean(),
  /** What it read, cut if long. */
  input: z.string(),
  outcome: z.enum(['ok', 'blocked', 'failed', 'timed_out', 'cancelled']),
  exitCode: z.number().int().optional(),
  status: z.number().int().optional(),
  stdout: z.string(),
  stderr: z.string(),
  durationMs: z.number(),
  effects: z.array(hookEffectSchema),
});
export type HookTrial = z.infer<typeof hookTrialSchema>;

/** Hooks in settings files and plugins. */
export const hookCommands = {
  /** The hooks of all settings files and of the plugins that are on; fetch again after `rules.changed`. */
  'hooks.list': { input: z.strictObject({ projectDir }), output: hookListSchema },
  /** What a settings file would be after an edit. Saves nothing: `settings.save` takes `after` and `basedOn`. */
  'hooks.preview': {
    input: z.strictObject({ projectDir, destination: settingsDestinationSchema, edit: hookEditSchema }),
    output: z.object({
      before: z.string(),
      after: z.string(),
      basedOn: z.string(),
      diff: diffDetailSchema,
      /** Why the hook would never run, or not as it looks. */
      warnings: z.array(z.string()),
    }),
  },
  /** Runs a hook with the JSON of an earlier call. Its answer has no effect on the session. */
  'hooks.try': {
    input: z.strictObject({
      projectDir,
      sessionId,
      callId: z.string().min(1).max(1000),
      hook: placedHookSchema.extend({ event: hookEventSchema }),
    }),
    output: hookTrialSchema,
  },
} as const;
