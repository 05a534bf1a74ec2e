import { join } from 'node:path';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { SETTINGS } from '#shared/settings/settings.ts';
import { MANAGED, USER } from '../settings/settings-files.ts';
import { pluginDigest, readPluginFiles } from '#main/settings/plugins/plugin-files.ts';
import { tempProject, type TempProject } from '../settings/temp-project.ts';

const HOOK = { hooks: [{ type: 'command', command: 'true' }] };

/** What the file of a trial contains besides, so that each key has something to act on. */
const BASE = {
  enabledPlugins: { 'sample@sample': true },
  extraKnownMarketplaces: { sample: { source: { source: 'github', repo: 'someone/sample' } } },
  permissions: { allow: ['Read'], defaultMode: 'acceptEdits' },
  hooks: { Stop: [HOOK] },
};

/** A value that differs from the default, for keys whose value isn't just the other choice. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  enabledPlugins: { 'sample@sample': false },
  extraKnownMarketplaces: { other: { source: { source: 'github', repo: 'someone/other' } } },
  strictKnownMarketplaces: [],
  blockedMarketplaces: [{ source: 'github', repo: 'someone/sample' }],
  pluginConfigs: { 'sample@sample': { options: { tone: 'dry' } } },
  model: 'claude-sample',
  effortLevel: 'low',
  autoCompactWindow: 50_000,
  cleanupPeriodDays: 7,
  statusLine: { type: 'command', command: 'true' },
  outputStyle: 'Default',
  apiKeyHelper: 'print-key',
  autoMemoryEnabled: false,
  autoMemoryDirectory: '/notes',
  claudeMdExcludes: ['**/other/**'],
  skillListingBudgetFraction: 0.5,
  skillListingMaxDescChars: 99,
  'permissions.defaultMode': 'plan',
  'permissions.allow': ['Edit'],
  'permissions.ask': ['Edit'],
  'permissions.deny': ['Edit'],
  'permissions.additionalDirectories': ['../other'],
  'permissions.disableBypassPermissionsMode': 'disable',
  'permissions.disableAutoMode': 'disable',
  disableAutoMode: 'disable',
  'autoMode.environment': ['A test machine.'],
  'autoMode.allow': ['Deploying to staging.'],
  'autoMode.soft_deny': ['Deleting branches.'],
  'autoMode.hard_deny': ['Publishing packages.'],
  env: { SAMPLE: '1' },
  hooks: { Setup: [HOOK] },
  allowedHttpHookUrls: ['https://example.com/*'],
  httpHookAllowedEnvVars: ['TOKEN'],
  enabledMcpjsonServers: ['files'],
  disabledMcpjsonServers: ['files'],
  allowedMcpServers: [{ serverName: 'files' }],
  deniedMcpServers: [{ serverName: 'files' }],
};

function sampleOf(key: string): unknown {
  if (Object.hasOwn(SAMPLES, key)) return SAMPLES[key];
  const setting = SETTINGS.find((one) => one.key === key);
  if (!setting) return ['sample'];
  if ('fallback' in setting && typeof setting.fallback === 'boolean') return !setting.fallback;
  return true;
}

function merge(path: readonly string[], value: unknown, into: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const [name = '', ...rest] = path;
  if (rest.length === 0) return { ...into, [name]: value };
  const inner = into[name];
  return { ...into, [name]: merge(rest, value, typeof inner === 'object' && inner !== null ? { ...inner } : {}) };
}

/** Installs a plugin that takes effect. */
function installSample({ write, stateDir }: TempProject): void {
  const folder = 'installed/sample/sample/1';
  const manifest = { name: 'sample', userConfig: { tone: { type: 'string' } } };
  write(`state/plugins/${folder}/skills/sample/SKILL.md`, 'Speak in a ${user_config.tone} tone.');
  const files = readPluginFiles(join(stateDir, 'plugins', folder));
  if (files === undefined || typeof files === 'string') throw new Error(files);
  const accepted = { digest: pluginDigest(manifest, files), items: [], files: {} };
  const marketplace = { source: 'github', repo: 'someone/sample' };
  const sample = { folder, manifest, version: '', commit: null, marketplace, from: '', leftOut: [], installedAt: '', accepted };
  write('state/plugins/plugins.json', { version: 1, marketplaces: {}, plugins: { 'sample@sample': sample } });
}

/** Everything the settings say, apart from the texts they were read from. */
function outcome({ layers: _layers, paths: _paths, ...rest }: LoadedSettings): string {
  return JSON.stringify(rest);
}

/** Sets a key in a real settings file. `acts`: the loaded settings differ in something else than the file's text. */
export function trySetting(key: string): { readonly acts: boolean; readonly problems: readonly string[] } {
  const temp = tempProject();
  installSample(temp);
  temp.write(USER, BASE);
  const isManaged = SETTINGS.find((one) => one.key === key)?.reach === 'managed';
  if (isManaged) temp.write(MANAGED, {});
  const before = loadSettings(temp);
  const path = key.split('.');
  temp.write(isManaged ? MANAGED : USER, merge(path, sampleOf(key), isManaged ? {} : BASE));
  const after = loadSettings(temp);
  return { acts: outcome(before) !== outcome(after), problems: after.problems.map(({ message }) => message) };
}
