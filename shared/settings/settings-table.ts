/** How a setting is edited. `json`: a list, as JSON. `file`: too complex for a form; edited in its file, or for rules in their pane. */
export type SettingControl =
  | { readonly type: 'boolean' | 'number' | 'text' | 'json' | 'file' }
  | { readonly type: 'choice'; readonly choices: readonly { readonly value: string; readonly label: string }[] };

/** Which files may set it: any file, only the user's own, or only managed settings. */
export type SettingReach = 'any' | 'user' | 'managed';

export interface Setting {
  readonly path: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly control: SettingControl;
  /** The default, as text. */
  readonly fallback: string;
  readonly reach: SettingReach;
}

const on = { type: 'boolean' } as const;
const disable = { type: 'choice', choices: [{ value: 'disable', label: 'Switched off' }] } as const;

function setting(
  path: string,
  control: SettingControl,
  fallback: string,
  title: string,
  description: string,
  reach: SettingReach = 'any',
): Setting {
  return { path: path.split('.'), title, description, control, fallback, reach };
}

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

/** All settings that Gatehouse reads, with their labels. */
export const SETTINGS: readonly Setting[] = [
  setting('model', { type: 'text' }, 'the built-in choice', 'Model', 'The model new sessions ask.'),
  setting('permissions.defaultMode', MODES, 'Ask', 'Mode of new sessions', 'Auto and Bypass count in your own settings only.'),
  setting('autoCompactEnabled', on, 'on', 'Compact long conversations', 'By itself, before a request that would not fit.'),
  setting(
    'autoCompactWindow',
    { type: 'number' },
    'all the model has',
    'Context to use',
    'Tokens that count as the model’s context, when it has more.',
  ),
  setting('respectGitignore', on, 'on', 'Leave out what git ignores', 'In searches for files.'),
  setting('fileCheckpointingEnabled', on, 'on', 'Keep files for undo', 'As they are before each turn that changes any.'),
  setting(
    'cleanupPeriodDays',
    { type: 'number' },
    '30',
    'Days to keep sessions',
    'After their last use. Their checkpoints go with them; the record of decisions stays.',
    'user',
  ),
  setting(
    'gatehouse.editor',
    list,
    '["code","-g","{path}:{line}:{column}"]',
    'Editor',
    'Program and arguments that open a file, without a shell.',
    'user',
  ),
  setting('gatehouse.userShell', on, 'on', 'Your own shell', 'Whether a terminal of yours can be opened here, beside the agent’s.', 'user'),
  setting(
    'gatehouse.networkReads',
    on,
    'off',
    'Look things up on servers',
    'Commands that only ask a server (gh pr view, kubectl get) run without a question, as those that read files do.',
    'user',
  ),
  setting(
    'gatehouse.passKeys',
    list,
    'none',
    'Keys for commands',
    'ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN are kept from commands, hooks and servers unless named here.',
    'user',
  ),
  setting(
    'gatehouse.siblingAbort',
    SIBLINGS,
    'Any failed command',
    'What cancels parallel calls',
    'Calls beside a failed command in the same answer.',
  ),
  setting('permissions.allow', file, 'none', 'Allow rules', 'In the rule pane.'),
  setting('permissions.ask', file, 'none', 'Ask rules', 'In the rule pane.'),
  setting('permissions.deny', file, 'none', 'Deny rules', 'In the rule pane.'),
  setting('gatehouse.disabledRules', file, 'none', 'Rules switched off', 'In the rule pane.'),
  setting(
    'permissions.additionalDirectories',
    list,
    'none',
    'Further working directories',
    'Folders besides the project that the agent may work in.',
  ),
  setting('permissions.disableBypassPermissionsMode', disable, 'available', 'Bypass mode', 'Whether it can be chosen at all.'),
  setting('permissions.disableAutoMode', disable, 'available', 'Auto mode', 'Whether it can be chosen at all.'),
  setting('disableAutoMode', disable, 'available', 'Auto mode, older key', 'The same under another name.'),
  setting('env', file, 'none', 'Environment', 'Variables that commands, hooks and servers get. Values aren’t shown here.'),
  setting('hooks', file, 'none', 'Hooks', 'Commands and addresses that are told what happens.'),
  setting('disableAllHooks', on, 'off', 'Run no hooks', 'None of any file but the administrator’s.'),
  setting('allowedHttpHookUrls', list, 'anywhere', 'Where http hooks may go', 'Addresses; * stands for anything.'),
  setting('httpHookAllowedEnvVars', list, 'each hook’s own list', 'Variables http hooks may send', 'Names that their headers may hold.'),
  setting(
    'enableAllProjectMcpServers',
    on,
    'by trusting the folder',
    'Accept the folder’s MCP servers',
    'Trusting the folder does that here.',
  ),
  setting('enabledMcpjsonServers', list, 'by trusting the folder', 'Accepted MCP servers', 'Names out of .mcp.json.'),
  setting('disabledMcpjsonServers', list, 'none', 'MCP servers switched off', 'Names out of .mcp.json.'),
  setting('allowedMcpServers', list, 'all', 'MCP servers that may run', 'By name, command or address.'),
  setting('deniedMcpServers', list, 'none', 'MCP servers that must not run', 'By name, command or address.'),
  setting('allowManagedPermissionRulesOnly', on, 'off', 'Only managed allow rules count', 'For administrators.', 'managed'),
  setting('allowManagedHooksOnly', on, 'off', 'Only managed hooks run', 'For administrators.', 'managed'),
  setting('allowManagedMcpServersOnly', on, 'off', 'Only managed lists of servers count', 'For administrators.', 'managed'),
];

export function settingKey({ path }: Pick<Setting, 'path'>): string {
  return path.join('.');
}
