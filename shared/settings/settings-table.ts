import { z } from 'zod';
import { hookSettingsSchema } from './hook-settings.ts';
import { mcpServerMatchSchema } from './mcp-servers.ts';

/** How a setting is edited. `json`: a list, as JSON. `file`: too complex for a form; edited in its file, or for rules in their pane. */
export type SettingControl =
  | { readonly type: 'boolean' | 'number' | 'text' | 'json' | 'file' }
  | { readonly type: 'choice'; readonly choices: readonly { readonly value: string; readonly label: string }[] };

/** Which files may set it: any file, only the user's own, or only managed settings. */
export type SettingReach = 'any' | 'user' | 'managed';

interface Row<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly control: SettingControl;
  /** The default, as text. */
  readonly fallbackText: string;
  readonly title: string;
  readonly description: string;
  readonly reach: SettingReach;
}

/** A key whose value is that of the highest file that may set it, else `fallback`. */
interface HighestRow<Schema extends z.ZodType, Fallback> extends Row<Schema> {
  readonly fallback: Fallback;
}

type Words = readonly [control: SettingControl, fallbackText: string, title: string, description: string, reach?: SettingReach];

/** A key with its own way of merging, in `main/settings/`. */
function row<Schema extends z.ZodType>(schema: Schema, ...[control, fallbackText, title, description, reach = 'any']: Words): Row<Schema> {
  return { schema, control, fallbackText, title, description, reach };
}

function highest<Schema extends z.ZodType, const Fallback>(
  schema: Schema,
  fallback: Fallback,
  ...words: Words
): HighestRow<Schema, Fallback> {
  return { ...row(schema, ...words), fallback };
}

/** Modes that a settings file can start a session in. `manual` is an alias of `default`; `bubble` is for sub-agents only. */
const startModeSchema = z
  .enum(['default', 'manual', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'])
  .transform((mode) => (mode === 'manual' ? ('default' as const) : mode));

const rulesSchema = z.array(z.string().trim().min(1, 'an empty rule'));

/** Numbers and booleans become strings, because environment variables are strings. */
const envValueSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const envSchema = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a variable name'), envValueSchema);

const on = { type: 'boolean' } as const;
const disable = { type: 'choice', choices: [{ value: 'disable', label: 'Switched off' }] } as const;

const MODES = {
  type: 'choice',
  choices: [
    { value: 'default', label: 'Ask' },
    { value: 'acceptEdits', label: 'Accept edits' },
    { value: 'plan', label: 'Plan' },
    { value: 'dontAsk', label: 'Don’t ask' },
    { value: 'auto', label: 'Auto' },
    { value: 'bypassPermissions', label: 'Bypass' },
  ],
} as const;

const SIBLINGS = {
  type: 'choice',
  choices: [
    { value: 'all', label: 'Any failed command' },
    { value: 'writes', label: 'Failed commands that may write' },
    { value: 'off', label: 'None' },
  ],
} as const;

const file = { type: 'file' } as const;
const list = { type: 'json' } as const;

/**
 * All settings that Gatehouse reads, a row for each: the part of Claude Code's settings.json format, and its own keys in `gatehouse`, which
 * Claude Code ignores. Schema, merged values and form are made from it.
 */
export const SETTING_ROWS = {
  model: highest(z.string().min(1), undefined, { type: 'text' }, 'the built-in choice', 'Model', 'The model new sessions ask.'),
  'permissions.defaultMode': row(startModeSchema, MODES, 'Ask', 'Mode of new sessions', 'Auto and Bypass count in your own settings only.'),
  autoCompactEnabled: highest(z.boolean(), true, on, 'on', 'Compact long conversations', 'By itself, before a request that would not fit.'),
  autoCompactWindow: highest(
    z.number().int().positive(),
    undefined,
    { type: 'number' },
    'all the model has',
    'Context to use',
    'Tokens that count as the model’s context, when it has more.',
  ),
  respectGitignore: highest(z.boolean(), true, on, 'on', 'Leave out what git ignores', 'In searches for files.'),
  fileCheckpointingEnabled: highest(z.boolean(), true, on, 'on', 'Keep files for undo', 'As they are before each turn that changes any.'),
  cleanupPeriodDays: highest(
    z.number().int().positive(),
    30,
    { type: 'number' },
    '30',
    'Days to keep sessions',
    'After their last use. Their checkpoints go with them; the record of decisions stays.',
    'user',
  ),
  'gatehouse.editor': highest(
    z.array(z.string().min(1)).min(1).max(50),
    undefined,
    list,
    '["code","-g","{path}:{line}:{column}"]',
    'Editor',
    'Program and arguments that open a file, without a shell.',
    'user',
  ),
  'gatehouse.userShell': highest(
    z.boolean(),
    true,
    on,
    'on',
    'Your own shell',
    'Whether a terminal of yours can be opened here, beside the agent’s.',
    'user',
  ),
  'gatehouse.networkReads': highest(
    z.boolean(),
    false,
    on,
    'off',
    'Look things up on servers',
    'Commands that only ask a server (gh pr view, kubectl get) run without a question, as those that read files do.',
    'user',
  ),
  'gatehouse.passKeys': highest(
    z.array(z.string()),
    [],
    list,
    'none',
    'Keys for commands',
    'ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN are kept from commands, hooks and servers unless named here.',
    'user',
  ),
  'gatehouse.siblingAbort': highest(
    z.enum(['all', 'writes', 'off']),
    'all',
    SIBLINGS,
    'Any failed command',
    'What cancels parallel calls',
    'Calls beside a failed command in the same answer.',
  ),
  'permissions.allow': row(rulesSchema, file, 'none', 'Allow rules', 'In the rule pane.'),
  'permissions.ask': row(rulesSchema, file, 'none', 'Ask rules', 'In the rule pane.'),
  'permissions.deny': row(rulesSchema, file, 'none', 'Deny rules', 'In the rule pane.'),
  'gatehouse.disabledRules': row(
    z.looseObject({ allow: rulesSchema.optional(), ask: rulesSchema.optional(), deny: rulesSchema.optional() }),
    file,
    'none',
    'Rules switched off',
    'In the rule pane.',
  ),
  'permissions.additionalDirectories': row(
    z.array(z.string().min(1)),
    list,
    'none',
    'Further working directories',
    'Folders besides the project that the agent may work in.',
  ),
  'permissions.disableBypassPermissionsMode': row(
    z.literal('disable'),
    disable,
    'available',
    'Bypass mode',
    'Whether it can be chosen at all.',
  ),
  'permissions.disableAutoMode': row(z.literal('disable'), disable, 'available', 'Auto mode', 'Whether it can be chosen at all.'),
  disableAutoMode: row(z.literal('disable'), disable, 'available', 'Auto mode, older key', 'The same under another name.'),
  env: row(envSchema, file, 'none', 'Environment', 'Variables that commands, hooks and servers get. Values aren’t shown here.'),
  hooks: row(hookSettingsSchema, file, 'none', 'Hooks', 'Commands and addresses that are told what happens.'),
  disableAllHooks: row(z.boolean(), on, 'off', 'Run no hooks', 'None of any file but the administrator’s.'),
  allowedHttpHookUrls: row(z.array(z.string()), list, 'anywhere', 'Where http hooks may go', 'Addresses; * stands for anything.'),
  httpHookAllowedEnvVars: row(
    z.array(z.string()),
    list,
    'each hook’s own list',
    'Variables http hooks may send',
    'Names that their headers may hold.',
  ),
  enableAllProjectMcpServers: row(
    z.boolean(),
    on,
    'by trusting the folder',
    'Accept the folder’s MCP servers',
    'Trusting the folder does that here.',
  ),
  enabledMcpjsonServers: row(z.array(z.string()), list, 'by trusting the folder', 'Accepted MCP servers', 'Names out of .mcp.json.'),
  disabledMcpjsonServers: row(z.array(z.string()), list, 'none', 'MCP servers switched off', 'Names out of .mcp.json.'),
  allowedMcpServers: row(z.array(mcpServerMatchSchema), list, 'all', 'MCP servers that may run', 'By name, command or address.'),
  deniedMcpServers: row(z.array(mcpServerMatchSchema), list, 'none', 'MCP servers that must not run', 'By name, command or address.'),
  allowManagedPermissionRulesOnly: row(z.boolean(), on, 'off', 'Only managed allow rules count', 'For administrators.', 'managed'),
  allowManagedHooksOnly: row(z.boolean(), on, 'off', 'Only managed hooks run', 'For administrators.', 'managed'),
  allowManagedMcpServersOnly: row(z.boolean(), on, 'off', 'Only managed lists of servers count', 'For administrators.', 'managed'),
};

type Rows = typeof SETTING_ROWS;
export type SettingKey = keyof Rows;
type NameOf<Key> = Key extends `${string}.${infer Name}` ? Name : Key;
type KeysOf<Group extends string> = Group extends ''
  ? Exclude<SettingKey, `${string}.${string}`>
  : Extract<SettingKey, `${Group}.${string}`>;
type Shape<Group extends string> = { readonly [Key in KeysOf<Group> as NameOf<Key>]: z.ZodOptional<Rows[Key]['schema']> };

/** The schemas of the keys in one object of the file; '': of the file itself. */
export function settingShape<Group extends '' | 'permissions' | 'gatehouse'>(group: Group): Shape<Group> {
  const rows = SETTINGS.filter(({ path }) => (path.length === 1 ? '' : path[0]) === group);
  // The compiler can't follow a key through the filter.
  return Object.fromEntries(rows.map(({ path, schema }) => [path.at(-1), schema.optional()])) as Shape<Group>;
}

export interface Setting extends Row<z.ZodType> {
  readonly key: string;
  readonly path: readonly string[];
}

/** The rows as a list, in the order of the form. */
export const SETTINGS: readonly Setting[] = Object.entries(SETTING_ROWS).map(([key, one]) => ({ key, path: key.split('.'), ...one }));

type HighestKey = { [Key in SettingKey]: Rows[Key] extends HighestRow<z.ZodType, unknown> ? Key : never }[SettingKey];

/** The merged values of the keys whose highest file wins, by their names. */
export type HighestValues = {
  readonly [Key in HighestKey as NameOf<Key>]: z.output<Rows[Key]['schema']> | Rows[Key]['fallback'];
};

/** `filesFor`: the contents of the files that may set a key of that reach, highest first. */
export function highestValues(filesFor: (reach: SettingReach) => readonly object[]): HighestValues {
  const values = Object.entries(SETTING_ROWS).flatMap(([key, one]) => {
    if (!('fallback' in one)) return [];
    const path = key.split('.');
    return [
      [
        path.at(-1),
        filesFor(one.reach)
          .map((file) => valueAt(file, path))
          .find((value) => value !== undefined) ?? one.fallback,
      ],
    ];
  });
  // The values were parsed by the schemas of the rows.
  return Object.fromEntries(values) as HighestValues;
}

/** The value at a path of own keys. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return value;
}
