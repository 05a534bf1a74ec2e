import { z } from 'zod';
import { hookSettingsSchema } from './hook-settings.ts';
import { mcpServerMatchSchema } from './mcp-servers.ts';

/** Modes that a settings file can start a session in. `manual` is an alias of `default`; `bubble` is for sub-agents only. */
const startModeSchema = z
  .enum(['default', 'manual', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'])
  .transform((mode) => (mode === 'manual' ? ('default' as const) : mode));

const ruleListSchema = z.array(z.string().trim().min(1, 'an empty rule'));

export const permissionSettingsSchema = z.looseObject({
  allow: ruleListSchema.optional(),
  ask: ruleListSchema.optional(),
  deny: ruleListSchema.optional(),
  additionalDirectories: z.array(z.string().min(1)).optional(),
  defaultMode: startModeSchema.optional(),
  disableBypassPermissionsMode: z.literal('disable').optional(),
  disableAutoMode: z.literal('disable').optional(),
});

/** Numbers and booleans become strings, because environment variables are strings. */
const envValueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const envSchema = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name'), envValueSchema);

/**
 * Which failed commands cancel the calls running in parallel: all (`all`, the default), only those that aren't read-only (`writes`), or
 * none (`off`).
 */
export const siblingAbortSchema = z.enum(['all', 'writes', 'off']);
export type SiblingAbort = z.output<typeof siblingAbortSchema>;

/** Gatehouse's own settings, in one object that Claude Code ignores. */
const gatehouseSettingsSchema = z.looseObject({
  siblingAbort: siblingAbortSchema.optional(),
  /** Program and arguments that open a file, with `{path}`, `{line}` and `{column}`. User settings only. */
  editor: z.array(z.string().min(1)).min(1).max(50).optional(),
  /** Whether the window can open user shells. User and managed settings only. */
  userShell: z.boolean().optional(),
  /** Gatehouse's own keys that commands, hooks and servers receive. User and managed settings only. */
  passKeys: z.array(z.string()).optional(),
  /** Whether commands that only query a server count as read-only. User and managed settings only. */
  networkReads: z.boolean().optional(),
  /** Disabled rules. */
  disabledRules: z
    .looseObject({ allow: ruleListSchema.optional(), ask: ruleListSchema.optional(), deny: ruleListSchema.optional() })
    .optional(),
});

/**
 * The part of Claude Code's settings.json format that Gatehouse reads. Unknown keys are kept, since both programs share the file. Every
 * key is optional.
 */
export const settingsFileSchema = z.looseObject({
  permissions: permissionSettingsSchema.optional(),
  env: envSchema.optional(),
  model: z.string().min(1).optional(),
  respectGitignore: z.boolean().optional(),
  /** Whether long conversations are compacted automatically. */
  autoCompactEnabled: z.boolean().optional(),
  /** Upper limit in tokens on the context window used for compaction. */
  autoCompactWindow: z.number().int().positive().optional(),
  /** Days a session is kept after its last use. 0 isn't accepted, because a typo must not delete all history. */
  cleanupPeriodDays: z.number().int().positive().optional(),
  /** Whether checkpoints of files are taken, so that changes can be undone. */
  fileCheckpointingEnabled: z.boolean().optional(),
  /** Managed settings only: allow rules from all other sources have no effect. */
  allowManagedPermissionRulesOnly: z.boolean().optional(),
  disableAutoMode: z.literal('disable').optional(),
  gatehouse: gatehouseSettingsSchema.optional(),
  hooks: hookSettingsSchema.optional(),
  /** Disables hooks; managed ones only if managed settings say so. */
  disableAllHooks: z.boolean().optional(),
  /** Managed settings only: hooks from all other sources never run. */
  allowManagedHooksOnly: z.boolean().optional(),
  /** URLs that http hooks may call; `*` matches anything. No restriction if absent from all files. */
  allowedHttpHookUrls: z.array(z.string()).optional(),
  /** Variables that headers of http hooks may use. If absent from all files, each hook's own list applies. */
  httpHookAllowedEnvVars: z.array(z.string()).optional(),
  /** The next two have no effect: trusting a folder shows its servers and accepts them. */
  enableAllProjectMcpServers: z.boolean().optional(),
  enabledMcpjsonServers: z.array(z.string()).optional(),
  disabledMcpjsonServers: z.array(z.string()).optional(),
  allowedMcpServers: z.array(mcpServerMatchSchema).optional(),
  deniedMcpServers: z.array(mcpServerMatchSchema).optional(),
  /** Managed settings only: only the managed `allowedMcpServers` lists count. */
  allowManagedMcpServersOnly: z.boolean().optional(),
});
export type SettingsFile = z.output<typeof settingsFileSchema>;
