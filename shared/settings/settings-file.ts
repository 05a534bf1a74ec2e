import { z } from 'zod';
import { hookSettingsSchema } from './hook-settings.ts';
import { mcpServerMatchSchema } from './mcp-servers.ts';

/** Modes a file may start a session in. `manual` is another name for `default`; `bubble` is for sub-agents only. */
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

/** Numbers and booleans are written out: an environment holds only text. */
const envValueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const envSchema = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name'), envValueSchema);

/**
 * Which failed commands cancel the calls beside them: any (`all`, the default), only those that weren't read-only (`writes`), or none
 * (`off`).
 */
export const siblingAbortSchema = z.enum(['all', 'writes', 'off']);
export type SiblingAbort = z.output<typeof siblingAbortSchema>;

/** Gatehouse's own keys stand in one object, which Claude Code passes over. */
const gatehouseSettingsSchema = z.looseObject({
  siblingAbort: siblingAbortSchema.optional(),
  /** Program and arguments that open a file, with `{path}`, `{line}` and `{column}`; the user's own settings only. */
  editor: z.array(z.string().min(1)).min(1).max(50).optional(),
  /** Whether the window opens shells of the person's own; the user's own and managed settings only. */
  userShell: z.boolean().optional(),
  /** Keys of Gatehouse's own that commands, hooks and servers get; the user's own and managed settings only. */
  passKeys: z.array(z.string()).optional(),
  /** Whether commands that only ask a server count as reading; the user's own and managed settings only. */
  networkReads: z.boolean().optional(),
  /** Rules that are kept but switched off. */
  disabledRules: z
    .looseObject({ allow: ruleListSchema.optional(), ask: ruleListSchema.optional(), deny: ruleListSchema.optional() })
    .optional(),
});

/**
 * The settings.json format of Claude Code, as far as Gatehouse reads it. Unknown keys are kept: one file serves both
 * programs. Every part is optional; a missing one says nothing.
 */
export const settingsFileSchema = z.looseObject({
  permissions: permissionSettingsSchema.optional(),
  env: envSchema.optional(),
  model: z.string().min(1).optional(),
  respectGitignore: z.boolean().optional(),
  /** Whether a long conversation is compacted by itself. */
  autoCompactEnabled: z.boolean().optional(),
  /** Tokens that count as the model's context window for that, when it has more. */
  autoCompactWindow: z.number().int().positive().optional(),
  /** Days a session is kept after its last use. 0 isn't a number of days: a slip of the hand must not delete all history. */
  cleanupPeriodDays: z.number().int().positive().optional(),
  /** Whether files are kept so that changes can be undone. */
  fileCheckpointingEnabled: z.boolean().optional(),
  /** Managed settings only: allow rules of every other source are without effect. */
  allowManagedPermissionRulesOnly: z.boolean().optional(),
  disableAutoMode: z.literal('disable').optional(),
  gatehouse: gatehouseSettingsSchema.optional(),
  hooks: hookSettingsSchema.optional(),
  /** No hook runs; of managed ones only when managed settings say it. */
  disableAllHooks: z.boolean().optional(),
  /** Managed settings only: hooks of every other source never run. */
  allowManagedHooksOnly: z.boolean().optional(),
  /** Where http hooks may go, `*` standing for anything; anywhere when absent everywhere. */
  allowedHttpHookUrls: z.array(z.string()).optional(),
  /** Variables that any http hook's headers may name; each hook's own list when absent everywhere. */
  httpHookAllowedEnvVars: z.array(z.string()).optional(),
  /** Trusting a folder shows its servers and accepts them, so these two add nothing here. */
  enableAllProjectMcpServers: z.boolean().optional(),
  enabledMcpjsonServers: z.array(z.string()).optional(),
  disabledMcpjsonServers: z.array(z.string()).optional(),
  allowedMcpServers: z.array(mcpServerMatchSchema).optional(),
  deniedMcpServers: z.array(mcpServerMatchSchema).optional(),
  /** Managed settings only: of `allowedMcpServers` only the managed lists count. */
  allowManagedMcpServersOnly: z.boolean().optional(),
});
export type SettingsFile = z.output<typeof settingsFileSchema>;
