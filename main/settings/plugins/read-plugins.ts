import { join } from 'node:path';
import { parsePluginId } from '#shared/settings/plugin-settings.ts';
import { countingLayers, type SettingsLayer, type SettingsProblem } from '../loaded-settings.ts';
import { knownMarketplaces } from './known-marketplaces.ts';
import type { ActivePlugin, LoadedPlugins, PluginContent, PluginState } from './loaded-plugins.ts';
import { barredBy } from './marketplace-policy.ts';
import { pluginDigest, readPluginFiles } from './plugin-files.ts';
import { MANIFEST_FILE, parseManifest } from './plugin-manifest.ts';
import { findPluginParts } from './plugin-parts.ts';
import { pluginsDir, readRecord, recordFile, type InstalledPlugin } from './plugin-record.ts';
import { type OptionValues, pluginEnv, pluginOptions } from './plugin-variables.ts';

export interface PluginSources {
  readonly layers: readonly SettingsLayer[];
  readonly trusted: boolean;
  readonly stateDir: string;
  readonly userSettings: string;
  readonly projectDir: string;
  readonly homeDir: string;
  readonly lockdown: string | undefined;
}

interface ReadPlugins {
  readonly plugins: LoadedPlugins;
  readonly problems: readonly SettingsProblem[];
  /** Files and folders, existing or not, that the result depends on; absolute. */
  readonly paths: readonly string[];
}

/** The plugins that settings name. Never throws. */
export function readPlugins(sources: PluginSources): ReadPlugins {
  const { layers, stateDir, userSettings, projectDir, homeDir } = sources;
  const record = readRecord(stateDir);
  const counting = countingLayers(sources);
  const ids = [...new Set(counting.flatMap(({ value }) => Object.keys(value.enabledPlugins ?? {})))].toSorted();
  const named = ids.map((id) => pluginState(id, Object.hasOwn(record.plugins, id) ? record.plugins[id] : undefined, sources));
  const active: ActivePlugin[] = [];
  const states = named.map((one) => {
    if (one.state !== 'on' || !one.content || one.by === undefined) return one;
    const content = one.content;
    const twin = active.find(({ name }) => name.toLowerCase() === content.name.toLowerCase());
    if (twin) return { ...one, state: 'broken' as const, why: `${twin.id} has the same name, and is turned on too.` };
    const options = pluginOptions(content.manifest, optionsFor(one.id, layers));
    if (typeof options === 'string') return { ...one, state: 'broken' as const, why: options };
    const variables = { root: content.root, data: pluginDataDir(stateDir, one.id), ...options };
    active.push({ ...content, by: one.by, fromRepository: one.fromRepository, variables, env: pluginEnv(variables) });
    return one;
  });
  return {
    plugins: { active, named: states, marketplaces: knownMarketplaces({ counting, layers, record, userSettings, projectDir, homeDir }) },
    problems: states.flatMap(problemOf),
    paths: [recordFile(stateDir), ...states.flatMap(({ content }) => (content ? pathsOf(content) : []))],
  };
}

/** A plugin as it is now, by what settings say and what is installed. */
export function pluginState(id: string, installed: InstalledPlugin | undefined, sources: PluginSources): PluginState {
  const { layers, stateDir, lockdown } = sources;
  const { on, layer } = switchOf(id, countingLayers(sources));
  const base = { id, switchedOn: on, by: layer?.source, fromRepository: layer?.fromRepository ?? false, installed, content: undefined };
  if (!parsePluginId(id)) return { ...base, state: 'broken', why: 'It isn’t of the form name@marketplace.' };
  if (lockdown !== undefined) return { ...base, state: 'blocked', why: lockdown };
  if (layer?.source === 'policy' && !on) return { ...base, state: 'blocked', why: 'Your administrator switched it off.' };
  if (!installed) return { ...base, state: on ? 'absent' : 'off', why: on ? 'It is turned on, and not installed.' : '' };
  const barred = barredBy(installed.marketplace, layers);
  if (barred !== undefined) return { ...base, state: 'blocked', why: barred };
  const content = readContent(id, installed, stateDir);
  if (typeof content === 'string') return { ...base, state: 'broken', why: content };
  const whole = { ...base, content };
  const { accepted } = installed;
  if (accepted === null) return { ...whole, state: 'unaccepted', why: 'You haven’t accepted yet what it does.' };
  if (accepted.digest !== content.digest) return { ...whole, state: 'unaccepted', why: 'It has changed since you accepted it.' };
  return on ? { ...whole, state: 'on', why: '' } : { ...whole, state: 'off', why: '' };
}

/** The folder for what a plugin keeps. */
export function pluginDataDir(stateDir: string, id: string): string {
  return join(pluginsDir(stateDir), 'data', id.replaceAll(/[^\w.@-]/gu, '-'));
}

/**
 * Whether a plugin is switched on, and the file that decides: the person's and the administrator's first. A repository can't switch off what
 * they switched on, which may guard something, nor switch on what they switched off.
 */
function switchOf(id: string, counting: readonly SettingsLayer[]): { readonly on: boolean; readonly layer: SettingsLayer | undefined } {
  const saying = counting.filter(({ value }) => value.enabledPlugins !== undefined && Object.hasOwn(value.enabledPlugins, id));
  const layer = saying.find(({ source }) => source === 'policy') ?? saying.find(({ fromRepository }) => !fromRepository) ?? saying[0];
  const value = layer?.value.enabledPlugins?.[id];
  return { on: value === true || Array.isArray(value), layer };
}

function readContent(id: string, installed: InstalledPlugin, stateDir: string): PluginContent | string {
  const root = join(pluginsDir(stateDir), installed.folder);
  const files = readPluginFiles(root);
  if (files === undefined) return 'Its files are gone. Install it again.';
  if (typeof files === 'string') return `Its installed files were changed: ${files} Install it again.`;
  const parsed = parseManifest(installed.manifest);
  if ('broken' in parsed) return parsed.broken;
  const { manifest } = parsed;
  const parts = findPluginParts({ root, manifest, files });
  if (typeof parts === 'string') return parts;
  const digest = pluginDigest(installed.manifest, files);
  const warnings = [...parsed.warnings, ...parts.warnings];
  return { id, name: manifest.name, root, manifest, files, parts: { ...parts, warnings }, digest };
}

/** From the person's and the administrator's settings, the highest first. */
function optionsFor(id: string, layers: readonly SettingsLayer[]): OptionValues {
  const own = layers.filter(({ source }) => source !== 'project' && source !== 'local').toReversed();
  return own.reduce<OptionValues>((options, { value: { pluginConfigs } }) => {
    const given = pluginConfigs && Object.hasOwn(pluginConfigs, id) ? pluginConfigs[id]?.options : undefined;
    return { ...options, ...given };
  }, {});
}

function problemOf({ id, state, content }: PluginState): SettingsProblem[] {
  const file = content ? join(content.root, MANIFEST_FILE) : id;
  if (state === 'on') return content?.parts.warnings.map((message) => ({ file, message, partly: true as const })) ?? [];
  return [];
}

/** Looked at before every decision; those of larger plugins are compared only when settings are read. */
const MAX_WATCHED = 200;

/** Its folder and files, first what takes effect directly: when one of these changes, so may the result. */
function pathsOf({ root, files, parts: { hooks, servers, languageServers, skills, agents, styles } }: PluginContent): string[] {
  const direct = [...[...hooks, ...servers, ...languageServers, ...skills].map(({ path }) => path), ...agents, ...styles];
  const all = [...new Set([...direct, ...files.map(({ path }) => path)])];
  return [root, ...all.slice(0, MAX_WATCHED).map((path) => join(root, path))];
}
