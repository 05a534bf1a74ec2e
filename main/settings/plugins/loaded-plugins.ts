import type { PluginStateName } from '#shared/contract/commands/plugin-commands.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { NamedSource } from '#shared/settings/plugin-settings.ts';
import type { PluginFile } from './plugin-files.ts';
import type { PluginManifest } from './plugin-manifest.ts';
import type { PluginParts } from './plugin-parts.ts';
import type { InstalledPlugin } from './plugin-record.ts';
import type { PluginVariables } from './plugin-variables.ts';

/** A marketplace that plugins can be installed from. */
export interface Marketplace {
  readonly name: string;
  readonly source: NamedSource;
  /** Who names it; `added`: the person, here. */
  readonly by: RuleSource | 'added' | 'claude';
  /** The settings file that names it. */
  readonly file: string | undefined;
  /** Why it can't be used. */
  readonly barred: string | undefined;
  /** When its list of plugins was read; `null`: not yet. */
  readonly updatedAt: string | null;
}

/** A plugin that is installed, as its files are now. */
export interface PluginContent {
  readonly id: string;
  readonly name: string;
  /** Its folder, absolute. */
  readonly root: string;
  readonly manifest: PluginManifest;
  readonly files: readonly PluginFile[];
  readonly parts: PluginParts;
  readonly digest: string;
}

/** A plugin that takes effect. */
export interface ActivePlugin extends PluginContent {
  /** Whose settings switch it on. */
  readonly by: RuleSource;
  /** Only the repository's settings switch it on. */
  readonly fromRepository: boolean;
  readonly variables: PluginVariables;
  /** For the environment of its programs. */
  readonly env: Readonly<Record<string, string>>;
}

/** A plugin and whether it takes effect. */
export interface PluginState {
  readonly id: string;
  readonly state: PluginStateName;
  /** Why it isn't `on`; may be empty. */
  readonly why: string;
  readonly switchedOn: boolean;
  /** Whose settings switch it on or off. */
  readonly by: RuleSource | undefined;
  readonly fromRepository: boolean;
  readonly installed: InstalledPlugin | undefined;
  readonly content: PluginContent | undefined;
}

/** Everything the settings say about plugins, and what is installed. */
export interface LoadedPlugins {
  readonly active: readonly ActivePlugin[];
  /** Those that settings name. */
  readonly named: readonly PluginState[];
  readonly marketplaces: readonly Marketplace[];
}
