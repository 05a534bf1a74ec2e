import { z } from 'zod';

/** Events that Gatehouse raises. Hooks on other events are reported in a warning and never run. */
export const HOOK_EVENTS = [
  'Setup',
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'MessageDisplay',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'TeammateIdle',
  'TaskCreated',
  'TaskCompleted',
  'PreCompact',
  'PostCompact',
  'InstructionsLoaded',
  'ConfigChange',
  'CwdChanged',
  'DirectoryAdded',
  'FileChanged',
  'WorktreeCreate',
  'WorktreeRemove',
  'Elicitation',
  'ElicitationResult',
  'SessionEnd',
] as const;
export const hookEventSchema = z.enum(HOOK_EVENTS);
export type HookEvent = z.infer<typeof hookEventSchema>;

/** Supported kinds of handlers; Claude Code has more. */
const HOOK_TYPES = ['command', 'http'] as const;
export const hookTypeSchema = z.enum(HOOK_TYPES);

const handlerSchema = z
  .looseObject({
    type: z.string().min(1),
    command: z.string().min(1).optional(),
    /** If present, `command` is run directly with these arguments, without a shell. */
    args: z.array(z.string()).optional(),
    /** Runs in parallel; it can't decide anything, and its output is delivered later. */
    async: z.boolean().optional(),
    asyncRewake: z.boolean().optional(),
    shell: z.enum(['bash', 'powershell']).optional(),
    url: z.string().min(1).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** Environment variables that `$NAME` in a header may refer to. */
    allowedEnvVars: z.array(z.string()).optional(),
    /** A permission rule that the call must match; tool events only. */
    if: z.string().optional(),
    /** Seconds. */
    timeout: z.number().positive().max(86_400).optional(),
    statusMessage: z.string().optional(),
    once: z.boolean().optional(),
    /** Gatehouse extension: a hook that fails blocks, if its event can block. */
    failClosed: z.boolean().optional(),
  })
  .superRefine((handler, context) => {
    const missing = handler.type === 'command' ? 'command' : handler.type === 'http' ? 'url' : undefined;
    if (missing && handler[missing] === undefined)
      context.addIssue({ code: 'custom', message: `a hook of type ${handler.type} needs “${missing}”` });
  });
export type HookHandlerSettings = z.output<typeof handlerSchema>;

/** `hooks` of a settings file: event → groups of handlers under a matcher. */
export const hookSettingsSchema = z.record(
  z.string(),
  z.array(z.looseObject({ matcher: z.string().optional(), hooks: z.array(handlerSchema) })),
);
export type HookSettings = z.output<typeof hookSettingsSchema>;
