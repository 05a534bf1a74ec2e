import { effortSchema } from '../model/effort-schemas.ts';
import { EFFORT_WORDS } from '../model/effort-words.ts';
import { EFFORTS } from '../model/models.ts';
import { MODE_NAMES } from '../permission/mode-names.ts';
import { AUTO_MODE_ROWS } from './auto-mode-settings.ts';
import { GATEHOUSE_ROWS } from './gatehouse-settings.ts';
import { z } from 'zod';
import { hookSettingsSchema } from './hook-settings.ts';
import { mcpServerMatchSchema } from './mcp-servers.ts';
import { PLUGIN_ROWS } from './plugin-settings.ts';
import { highest, row } from './setting-row.ts';

/** Modes that a settings file can start a session in. `manual` is an alias of `default`; `bubble` is for sub-agents only. */
const startModeSchema = z
  .enum(['default', 'manual', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'])
  .transform((mode) => (mode === 'manual' ? ('default' as const) : mode));

const rulesSchema = z.array(z.string().trim().min(1, 'an empty rule'));

/** Numbers and booleans become strings, because environment variables are strings. */
const envValueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const envSchema = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name'), envValueSchema);

const on = { type: 'boolean' } as const;
const disable = { type: 'choice', choices: [{ value: 'disable', label: 'Disabled' }] } as const;

const MODES = {
  type: 'choice',
  choices: [
    { value: 'default', label: MODE_NAMES.default },
    { value: 'acceptEdits', label: MODE_NAMES.acceptEdits },
    { value: 'plan', label: MODE_NAMES.plan },
    { value: 'dontAsk', label: MODE_NAMES.dontAsk },
    { value: 'auto', label: MODE_NAMES.auto },
    { value: 'bypassPermissions', label: MODE_NAMES.bypassPermissions },
  ],
} as const;

const file = { type: 'file' } as const;
const list = { type: 'json' } as const;

/**
 * All settings that Gatehouse reads, a row for each: the part of Claude Code's settings.json format, and its own keys in `gatehouse`, which
 * Claude Code ignores. Schema, merged values and form are made from it.
 */
export const SETTING_ROWS = {
  model: highest(
    z.string().min(1),
    undefined,
    { type: 'text' },
    'the built-in choice',
    'Model',
    'The model of new sessions.',
    'any',
    'agent',
  ),
  effortLevel: highest(
    effortSchema,
    undefined,
    { type: 'choice', choices: EFFORTS.map((value) => ({ value, label: EFFORT_WORDS[value] })) },
    'the model’s own',
    'Effort',
    'How much effort the model puts into its responses in new sessions, if it has such a setting.',
    'any',
    'agent',
  ),
  'permissions.defaultMode': row(
    startModeSchema,
    MODES,
    MODE_NAMES.default,
    'Mode of new sessions',
    'Auto and Bypass can only be set in your own settings.',
  ),
  autoCompactEnabled: highest(
    z.boolean(),
    true,
    on,
    'on',
    'Compact long conversations',
    'Automatically, before a request that would exceed the context window.',
    'any',
    'agent',
  ),
  autoCompactWindow: highest(
    z.number().int().positive(),
    undefined,
    { type: 'number' },
    'the whole context window',
    'Context to use',
    'Limits the model’s context window to this number of tokens.',
    'any',
    'agent',
  ),
  respectGitignore: highest(
    z.boolean(),
    true,
    on,
    'on',
    'Leave out what git ignores',
    'When the agent searches in files, and when “@” completes names. Glob finds ignored files too, unless CLAUDE_CODE_GLOB_NO_IGNORE is false.',
  ),
  fileCheckpointingEnabled: highest(
    z.boolean(),
    true,
    on,
    'on',
    'Save checkpoints',
    'Saves the project’s files before each turn that changes any, so that they can be restored.',
  ),
  disableWorkflows: highest(z.boolean(), false, on, 'off', 'Disable workflows', 'The agent can’t run scripts that start many agents.'),
  cleanupPeriodDays: highest(
    z.number().int().positive(),
    30,
    { type: 'number' },
    '30',
    'Days to keep sessions',
    'Sessions and their checkpoints are deleted this long after their last use. The audit log is kept.',
    'user',
  ),
  agentPushNotifEnabled: highest(
    z.boolean(),
    false,
    on,
    'off',
    'Notifications from the agent',
    'The agent may show a short text on your desktop while you are away. Others may see it.',
    'user',
  ),
  autoMemoryEnabled: row(
    z.boolean(),
    on,
    'on',
    'Notes between sessions',
    'The agent may keep notes about a project, which later sessions get. Writing a note asks you. A file of the project can only turn it off.',
  ),
  autoMemoryDirectory: highest(
    z.string().regex(/^(?:~[\\/]|[\\/]|[A-Za-z]:[\\/])/u, 'not an absolute path, nor one from the home folder (~/)'),
    undefined,
    { type: 'text' },
    'projects/…/memory in your settings folder',
    'Notes folder',
    'One folder for all projects.',
    'user',
  ),
  apiKeyHelper: highest(
    z.string().min(1).max(10_000),
    undefined,
    file,
    'none',
    'Command that prints the API key',
    'Used where no key is in the environment or entered here. It runs again after a while, and when the server refuses the key.',
    'user',
  ),
  ...GATEHOUSE_ROWS,
  'permissions.allow': row(rulesSchema, file, 'none', 'Allow rules', 'What runs without asking.'),
  'permissions.ask': row(rulesSchema, file, 'none', 'Ask rules', 'What asks even where an allow rule matches.'),
  'permissions.deny': row(rulesSchema, file, 'none', 'Deny rules', 'What never runs.'),
  'gatehouse.disabledRules': row(
    z.looseObject({ allow: rulesSchema.optional(), ask: rulesSchema.optional(), deny: rulesSchema.optional() }),
    file,
    'none',
    'Rules that are turned off',
    'They stay in their files, without effect.',
  ),
  'permissions.additionalDirectories': row(
    z.array(z.string().min(1)),
    list,
    'none',
    'Additional working directories',
    'Folders besides the project that the agent may work in.',
  ),
  'permissions.disableBypassPermissionsMode': row(
    z.literal('disable'),
    disable,
    'available',
    'Bypass mode',
    'Whether the mode is available.',
  ),
  'permissions.disableAutoMode': row(z.literal('disable'), disable, 'available', 'Auto mode', 'Whether the mode is available.'),
  'permissions.blockReadsOutsideWorkingDirectories': row(
    z.boolean(),
    on,
    'off',
    'Deny reads outside the working directories',
    'Denies reading outside the working directories in every mode, without asking. Any settings file can turn it on.',
  ),
  'permissions.blockWritesOutsideWorkingDirectories': row(
    z.boolean(),
    on,
    'off',
    'Deny writes outside the working directories',
    'Denies writing outside the working directories in every mode, without asking. Any settings file can turn it on.',
  ),
  disableAutoMode: row(
    z.literal('disable'),
    disable,
    'available',
    'Auto mode, older key',
    'An older name of “Auto mode” (permissions.disableAutoMode).',
  ),
  statusLine: row(
    z.looseObject({ type: z.literal('command'), command: z.string().min(1).max(10_000) }),
    file,
    'none',
    'Status line',
    'A command whose first line of output is shown in the status bar. Runs where hooks do.',
  ),
  outputStyle: highest(
    z.string().min(1).max(100),
    undefined,
    { type: 'text' },
    'default',
    'Output style',
    'The name of a Markdown file in .claude/output-styles that says how the model answers. Takes effect in new sessions.',
  ),
  claudeMdExcludes: row(
    z.array(z.string().min(1)),
    list,
    'none',
    'Instruction files to leave out',
    'Gitignore patterns of absolute paths. Managed files always count; those of a repository leave out only its own files.',
  ),
  disableSkillShellExecution: row(
    z.boolean(),
    on,
    'off',
    'Disable commands in skills',
    'Command lines in the text of skills and slash commands are not run.',
  ),
  skillListingBudgetFraction: highest(
    z.number().positive().max(1),
    0.01,
    { type: 'number' },
    '0.01',
    'Context for skill descriptions',
    'The share of the context window that the descriptions of skills may fill.',
  ),
  skillListingMaxDescChars: highest(
    z.number().int().positive(),
    1536,
    { type: 'number' },
    '1536',
    'Longest skill description',
    'Characters of one description in the list that the model gets.',
  ),
  ...AUTO_MODE_ROWS,
  env: row(envSchema, file, 'none', 'Environment', 'Variables for commands, hooks and MCP servers. Values aren’t shown here.'),
  hooks: row(hookSettingsSchema, file, 'none', 'Hooks', 'Commands and URLs that are called on events.'),
  disableAllHooks: row(z.boolean(), on, 'off', 'Disable all hooks', 'Except managed ones.'),
  allowedHttpHookUrls: row(z.array(z.string()), list, 'all', 'URLs for http hooks', 'URLs that http hooks may call; * matches any text.'),
  httpHookAllowedEnvVars: row(
    z.array(z.string()),
    list,
    'each hook’s own list',
    'Variables for http hooks',
    'Names of the environment variables that headers of http hooks may contain.',
  ),
  enableAllProjectMcpServers: row(
    z.boolean(),
    on,
    'by trusting the folder',
    'Accept the folder’s MCP servers',
    'Has no effect here: trusting the folder accepts them.',
  ),
  enabledMcpjsonServers: row(z.array(z.string()), list, 'by trusting the folder', 'Accepted MCP servers', 'Names in .mcp.json.'),
  disabledMcpjsonServers: row(z.array(z.string()), list, 'none', 'Disabled MCP servers', 'Names in .mcp.json.'),
  allowedMcpServers: row(z.array(mcpServerMatchSchema), list, 'all', 'MCP servers that may run', 'By name, command or address.'),
  deniedMcpServers: row(z.array(mcpServerMatchSchema), list, 'none', 'MCP servers that must not run', 'By name, command or address.'),
  ...PLUGIN_ROWS,
  allowManagedPermissionRulesOnly: row(z.boolean(), on, 'off', 'Use managed allow rules only', 'For administrators.', 'managed'),
  allowManagedHooksOnly: row(z.boolean(), on, 'off', 'Run managed hooks only', 'For administrators.', 'managed'),
  allowManagedMcpServersOnly: row(z.boolean(), on, 'off', 'Use managed server lists only', 'For administrators.', 'managed'),
};

export type SettingKey = keyof typeof SETTING_ROWS;
