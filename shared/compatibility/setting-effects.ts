import { type Setting, SETTINGS } from '../settings/settings.ts';
import { SETTING_ROWS, type SettingKey } from '../settings/settings-table.ts';
import { type Effect, partly, without, WORKS } from './effect.ts';
import { UNSUPPORTED_SETTINGS } from './unsupported-settings.ts';

const ADDS = partly('Entries are added to the built-in ones, which always count. Only your own settings can set it.');

const ALSO_COMMANDS = partly('Stricter: commands are refused too where a path is certain, and ask where it isn’t.');

/** Keys that are read, but do less or something else than documented by Claude Code. */
const DIFFERENT: Readonly<Partial<Record<SettingKey, Effect>>> = {
  agentPushNotifEnabled: partly('The agent’s notifications appear on this desktop, not on a phone. Only your own settings can set it.'),
  allowManagedPermissionRulesOnly: partly('Allow rules of others don’t count; their ask and deny rules still do.'),
  enableAllProjectMcpServers: without('Trusting the folder accepts its servers.'),
  enabledMcpjsonServers: without('Trusting the folder accepts its servers; others can be switched off by disabledMcpjsonServers.'),
  enabledPlugins: partly('A plugin takes effect once it is installed and accepted here. Versions that it asks for are ignored.'),
  extraKnownMarketplaces: partly('Folders, git addresses (https) and repositories of GitHub can be used.'),
  'autoMode.allow': ADDS,
  'autoMode.soft_deny': ADDS,
  'autoMode.hard_deny': ADDS,
  'permissions.blockReadsOutsideWorkingDirectories': ALSO_COMMANDS,
  'permissions.blockWritesOutsideWorkingDirectories': ALSO_COMMANDS,
  autoMemoryEnabled: partly('Each note that the agent writes asks you; in runs without a window it only reads them.'),
  autoMemoryDirectory: partly('A repository can’t choose the folder.'),
  apiKeyHelper: partly('It counts only in your own settings and managed ones, not in a repository’s.'),
  claudeMdExcludes: partly(
    'Gitignore patterns. Those in a repository’s settings leave out only files of the repository, once its folder is trusted.',
  ),
  env: partly('Commands, hooks and servers get all of them; Gatehouse itself reads those that docs/environment.md lists.'),
};

const OWN_FILES_ONLY = partly('It counts only in your own settings, on the command line and in managed settings.');

/** Objects whose keys are documented one by one. */
const GROUPS: ReadonlySet<string> = new Set(
  [...SETTINGS.map(({ key }) => key), ...UNSUPPORTED_SETTINGS.keys()]
    .filter((key) => key.includes('.'))
    .map((key) => key.split('.')[0] ?? ''),
);

function isRead(key: string): key is SettingKey {
  return Object.hasOwn(SETTING_ROWS, key);
}

/** What a documented key does here; `undefined` for a key that isn't documented. */
export function effectOfSetting(key: string): Effect | undefined {
  if (key === '$schema') return WORKS;
  if (!isRead(key)) return UNSUPPORTED_SETTINGS.get(key);
  const isOwn = key.startsWith('gatehouse.');
  return DIFFERENT[key] ?? (SETTING_ROWS[key].reach === 'user' && !isOwn ? OWN_FILES_ONLY : WORKS);
}

/** Every documented key with its effect: those that are read first, in the order of the settings form. Without Gatehouse's own. */
export function documentedSettings(): { readonly key: string; readonly effect: Effect; readonly setting: Setting | undefined }[] {
  const read = SETTINGS.filter(({ key }) => !key.startsWith('gatehouse.'));
  const others = [...UNSUPPORTED_SETTINGS].filter(([key]) => !isRead(key));
  return [
    ...read.map((setting) => ({ key: setting.key, effect: effectOfSetting(setting.key) ?? WORKS, setting })),
    ...others.map(([key, effect]) => ({ key, effect, setting: undefined })),
  ];
}

/** The keys of a settings file as the tables name them: `permissions.allow`, `model`. */
export function keysOf(file: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(file).flatMap(([name, value]) => {
    const isGroup = GROUPS.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name];
  });
}
