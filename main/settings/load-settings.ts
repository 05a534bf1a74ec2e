import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readAgents } from './agents/read-agents.ts';
import { type CliSettings, readCli } from './cli-settings.ts';
import { countingLayers, type LoadedSettings, type SettingsLayer, type SettingsProblem } from './loaded-settings.ts';
import { readManagedSettings } from './managed-settings.ts';
import { type ManagedStore, managedStores } from './managed-stores.ts';
import { readMcpSettings } from './mcp-sources.ts';
import { mergeSettings } from './merge-settings.ts';
import { readBounded, type FileText } from '#main/tool/read-bounded.ts';
import { layerOfUnread, readLayer, type LayerOrigin } from './read-layer.ts';
import {
  digestSupplies,
  isScriptName,
  isUsersOwn,
  LOCAL_SETTINGS,
  MAX_SETTINGS_BYTES,
  PROJECT_SERVERS,
  PROJECT_SETTINGS,
} from './repository-supplies.ts';
import { readWorkflows } from './workflows/read-workflows.ts';
import { pluginLanguageServers } from './plugins/plugin-servers.ts';
import { readPlugins } from './plugins/read-plugins.ts';
import { readSkills } from './skills/read-skills.ts';
import { readStyle } from './styles/read-style.ts';
import { autoMemoryFolder } from './memory/memory-folder.ts';
import { settingsPaths } from './settings-paths.ts';
import { readVariable } from '#main/environment.ts';
import { TrustStore } from './trust-store.ts';
import { devContainerItems } from './dev-container/dev-container-file.ts';
import { describeSupplies } from './untrusted-items.ts';

export interface LoadSettingsOptions {
  /** Real, absolute path. */
  readonly projectDir: string;
  readonly homeDir: string;
  readonly stateDir: string;
  /** Default: the platform's folder. `null`: none. */
  readonly managedDir?: string | null | undefined;
  /** Default: the platform's, unless `managedDir` is given. */
  readonly managedStores?: readonly ManagedStore[] | undefined;
  readonly cliSettings?: CliSettings | undefined;
  /** For `CLAUDE_CONFIG_DIR`; ignored by default. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Default: one in `stateDir`. */
  readonly trust?: TrustStore | undefined;
  /** Only to show what would take effect in a folder that isn't trusted: nothing may be started from the result. */
  readonly asIfTrusted?: true | undefined;
  /** The previous settings: a file that can't be parsed now keeps its previous content. */
  readonly previous?: LoadedSettings | undefined;
}

const LOCKDOWN = 'The managed settings can’t be read completely, so no allow rule counts until an administrator fixes them.';

const FOLDER_GONE = 'The project folder is missing: its last known settings apply until it is back.';

/**
 * Reads and merges all settings of a project. Mistakes in files are reported in `problems`, never thrown.
 * @throws AppError `invalid_input` when `--settings` or `--mcp-config` can't be read (on the first load).
 */
export function loadSettings(options: LoadSettingsOptions): LoadedSettings {
  const paths = settingsPaths(options);
  const trust = options.trust ?? new TrustStore(options);
  // The texts that trust is checked against are the ones that are parsed.
  const supplies = trust.supplies(options.projectDir);
  const digest = digestSupplies(supplies);
  const trusted = options.asIfTrusted === true || trust.isContentTrusted(options.projectDir, digest);
  const lastGood = (file: string | undefined): SettingsLayer | undefined => options.previous?.layers.find((layer) => layer.file === file);
  const problems: SettingsProblem[] = [];

  const managed = readManagedSettings({ managedDir: paths.managedDir, stores: managedStores(options) }, lastGood);
  problems.push(...managed.problems);
  const layers = [...managed.layers, ...readCli(options, problems)];
  const local = { source: 'local', file: paths.local, fromRepository: supplies.has(LOCAL_SETTINGS) } as const;
  const project = { source: 'project', file: paths.project, fromRepository: true } as const;
  const user = { source: 'user', file: paths.user, fromRepository: false } as const;
  const files = isUsersOwn(options.projectDir, paths.user) ? [local, user] : [local, project, user];
  const gone = options.previous !== undefined && !existsSync(options.projectDir);
  if (gone) problems.push({ file: options.projectDir, message: FOLDER_GONE });
  for (const origin of files) {
    const supplied = origin.fromRepository ? supplies.get(origin.source === 'local' ? LOCAL_SETTINGS : PROJECT_SETTINGS) : undefined;
    const text = supplied ?? (origin.source === 'project' ? MISSING : readBounded(origin.file, MAX_SETTINGS_BYTES));
    // Moving a folder away must not remove its deny rules.
    const layer = gone && origin.source !== 'user' ? lastGood(origin.file) : readFileLayer(origin, text, lastGood, problems);
    if (layer) layers.push(layer);
  }

  const lockdown = managed.damaged ? LOCKDOWN : undefined;
  const { projectDir, homeDir, stateDir } = options;
  const plugins = readPlugins({ layers, trusted, stateDir, userSettings: paths.user, projectDir, homeDir, lockdown });
  const { active } = plugins.plugins;
  const merged = mergeSettings({
    layers,
    projectDir,
    homeDir,
    trusted,
    wasTrusted: !trusted && trust.trustedItems(projectDir) !== undefined,
    lockdown,
    plugins: active,
  });
  const agents = readAgents({ projectDir, paths, supplies, trusted, plugins: active });
  const servers = { supplied: supplies.get(PROJECT_SERVERS), plugins: active, agents: agents.definitions };
  const mcp = readMcpSettings({ ...options, ...servers, paths, layers, trusted, lockdown });
  const skills = readSkills({ projectDir, paths, supplies, trusted, plugins: active });
  const workflows = readWorkflows({ projectDir, paths, supplies, trusted });
  const styleLayer = countingLayers({ layers, trusted }).find(({ value }) => value.outputStyle !== undefined);
  const setIn = styleLayer?.file ?? paths.user;
  const style = readStyle({ wanted: merged.outputStyle, setIn, projectDir, paths, supplies, trusted, plugins: active });
  const languages = pluginLanguageServers(active);
  return {
    ...merged,
    problems: [merged, plugins, mcp, agents, skills, style, languages].reduce((all, one) => [...all, ...one.problems], problems),
    languageServers: { ...languages.servers, ...merged.languageServers },
    plugins: plugins.plugins,
    mcp: mcp.settings,
    agents: agents.definitions,
    skills: skills.definitions,
    workflows: workflows.workflows,
    style: style.style,
    memoryFolder: memoryFolderOf(options, merged, dirname(paths.user)),
    definitionPaths: [...agents.paths, ...skills.paths, ...workflows.paths, ...style.paths, ...plugins.paths],
    trusted,
    suppliesDigest: digest,
    untrustedItems: trusted ? [] : [...describeSupplies(supplies), ...devContainerItems(merged.commandPlace, projectDir)],
    paths,
    layers,
    suppliedScripts: [...supplies.keys()].filter(isScriptName).map((name) => resolve(options.projectDir, name)),
  };
}

/** The settings' `env`, which a repository may set, can turn it off but not on. */
function memoryFolderOf(
  { projectDir, homeDir, env = {} }: LoadSettingsOptions,
  settings: Pick<LoadedSettings, 'autoMemoryEnabled' | 'autoMemoryDirectory' | 'env'>,
  userDir: string,
): string | undefined {
  const disabled = readVariable(env, 'CLAUDE_CODE_DISABLE_AUTO_MEMORY');
  const isOn = disabled === undefined ? settings.autoMemoryEnabled : !disabled;
  if (!isOn || readVariable(settings.env, 'CLAUDE_CODE_DISABLE_AUTO_MEMORY') === true) return undefined;
  return autoMemoryFolder({ projectDir, homeDir, userDir, configured: settings.autoMemoryDirectory });
}

const MISSING: FileText = { kind: 'missing' };

function readFileLayer(
  origin: LayerOrigin & { readonly file: string },
  text: FileText,
  lastGood: (file: string | undefined) => SettingsLayer | undefined,
  problems: SettingsProblem[],
): SettingsLayer | undefined {
  const { file } = origin;
  if (text.kind === 'missing') return undefined;
  const read = text.kind === 'text' ? readLayer(text.text, origin) : { broken: text.reason };
  const messages = 'broken' in read ? [read.broken] : [...read.skipped, ...read.warnings];
  problems.push(...messages.map((message) => ({ file, message })));
  if (!('broken' in read)) return read.layer;
  const before = lastGood(file);
  // Checked again, as the file may have become the repository's since then.
  return before ? { ...before, fromRepository: origin.fromRepository } : layerOfUnread(text, origin);
}
