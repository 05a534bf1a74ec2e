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

/** Events about one call, to which `if` conditions apply. */
export const TOOL_EVENTS: ReadonlySet<string> = new Set<HookEvent>([
  'PreToolUse',
  'PermissionRequest',
  'PermissionDenied',
  'PostToolUse',
  'PostToolUseFailure',
]);

/** What a hook can be: a program, an address, a tool of an MCP server, a question for a model, a task for an agent. */
export const HOOK_TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'] as const;
export type HookType = (typeof HOOK_TYPES)[number];

/** The fields that a handler of each type needs. */
const NEEDED: Readonly<Record<HookType, readonly string[]>> = {
  command: ['command'],
  http: ['url'],
  mcp_tool: ['server', 'tool'],
  prompt: ['prompt'],
  agent: ['prompt'],
};
export const hookTypeSchema = z.enum(HOOK_TYPES);

export const hookHandlerSchema = z
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
    /** The MCP server and its tool, and the tool's input, in which `${path.into.event}` stands for a value of the event. */
    server: z.string().min(1).optional(),
    tool: z.string().min(1).optional(),
    input: z.record(z.string(), z.unknown()).optional(),
    /** What a model or an agent judges; `$ARGUMENTS` stands for the event. */
    prompt: z.string().min(1).optional(),
    model: z.string().min(1).optional(),
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
    const type = hookTypeSchema.safeParse(handler.type);
    const missing = type.success ? NEEDED[type.data].find((name) => handler[name] === undefined) : undefined;
    if (missing !== undefined) context.addIssue({ code: 'custom', message: `a hook of type ${handler.type} needs “${missing}”` });
  });
export type HookHandlerSettings = z.output<typeof hookHandlerSchema>;

/** `hooks` of a settings file: event → groups of handlers under a matcher. */
export const hookSettingsSchema = z.record(
  z.string(),
  z.array(z.looseObject({ matcher: z.string().optional(), hooks: z.array(hookHandlerSchema) })),
);
export type HookSettings = z.output<typeof hookSettingsSchema>;

/** Whether a matcher is a list of exact names, not a pattern. */
export function isNameList(matcher: string): boolean {
  return /^[A-Za-z0-9_\- ,|]*$/u.test(matcher);
}
