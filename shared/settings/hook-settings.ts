import { z } from 'zod';

/** Events Gatehouse has a place for. A hook on any other event is read, named in a warning, and never runs. */
export const HOOK_EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Notification',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'InstructionsLoaded',
  'ConfigChange',
  'CwdChanged',
  'SessionEnd',
] as const;
export const hookEventSchema = z.enum(HOOK_EVENTS);
export type HookEvent = z.infer<typeof hookEventSchema>;

/** Kinds of handlers that are run; Claude Code has more. */
const HOOK_TYPES = ['command', 'http'] as const;
export const hookTypeSchema = z.enum(HOOK_TYPES);

const handlerSchema = z
  .looseObject({
    type: z.string().min(1),
    command: z.string().min(1).optional(),
    /** Present: no shell, `command` is the program. */
    args: z.array(z.string()).optional(),
    /** Runs beside the work; it can decide nothing, what it says is delivered later. */
    async: z.boolean().optional(),
    asyncRewake: z.boolean().optional(),
    shell: z.enum(['bash', 'powershell']).optional(),
    url: z.string().min(1).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** Variables that `$NAME` in a header may stand for. */
    allowedEnvVars: z.array(z.string()).optional(),
    /** One permission rule the call must meet; for tool events only. */
    if: z.string().optional(),
    /** Seconds. */
    timeout: z.number().positive().max(86_400).optional(),
    statusMessage: z.string().optional(),
    once: z.boolean().optional(),
    /** Gatehouse's own: a hook that breaks blocks, where its event can block. */
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
