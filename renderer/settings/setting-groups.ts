import { SETTINGS, type Setting } from '#shared/settings/settings.ts';
import { words } from './words.ts';

export interface SettingGroup {
  readonly id: string;
  readonly title: string;
  readonly settings: readonly Setting[];
}

type GroupId = keyof typeof words.settingGroups;

/** The first pattern that a key matches is its group; other keys are among those of every session. */
const PATTERNS: readonly (readonly [id: GroupId, keys: RegExp])[] = [
  ['permissions', /^permissions\.|^disableAutoMode$|networkReads|passKeys|disabledRules|PermissionRules/u],
  ['autoMode', /^autoMode\./u],
  ['mcp', /mcp/iu],
  ['hooks', /hook(?!Port)/iu],
  ['skills', /skill/iu],
  ['plugins', /plugin|marketplace/iu],
  [
    'programs',
    /^gatehouse\.(?:editor|userShell|browser|searchServer|languageServers|webhookPort|commandPlace|sharing)$|^env$|^statusLine$|^apiKeyHelper$/u,
  ],
];

const ORDER: readonly GroupId[] = ['sessions', 'permissions', 'autoMode', 'programs', 'hooks', 'mcp', 'skills', 'plugins'];

function groupOf(key: string): GroupId {
  return PATTERNS.find(([, keys]) => keys.test(key))?.[0] ?? 'sessions';
}

/** The settings of files by subject. */
export const SETTING_GROUPS: readonly SettingGroup[] = ORDER.map((id) => ({
  id: `files.${id}`,
  title: words.settingGroups[id],
  settings: SETTINGS.filter(({ key }) => groupOf(key) === id),
}));
