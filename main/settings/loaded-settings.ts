import type { PermissionMode } from '#shared/permission/mode.ts';
import type { McpSettings } from '#shared/settings/mcp-servers.ts';
import type { RuleEntry, RuleSource } from '#shared/permission/rule.ts';
import type { SettingsFile } from '#shared/settings/settings-file.ts';
import type { HighestValues } from '#shared/settings/settings-table.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { HookConfig } from '#shared/settings/hook-config.ts';
import type { SettingsPaths } from './settings-paths.ts';

/** A mistake in a settings file. `message` names line and column. */
export interface SettingsProblem {
  readonly file: string;
  readonly message: string;
}

/** One file (or the command line) as read, highest source first. */
export interface SettingsLayer {
  readonly source: Exclude<RuleSource, 'session'>;
  /** Absent for settings given as text on the command line. */
  readonly file: string | undefined;
  /** Without the entries that were skipped. */
  readonly value: SettingsFile;
  readonly rules: readonly RuleEntry[];
  /** Kept in the file but switched off; they count nowhere. */
  readonly disabledRules: readonly RuleEntry[];
  /** Supplied by the repository, not by the user: what loosens counts only in a trusted folder. */
  readonly fromRepository: boolean;
}

/** Everything the settings say, merged. A snapshot: a change makes a new one. */
export interface LoadedSettings extends HighestValues {
  /** All rules of all sources, those without effect marked `inert`. */
  readonly rules: readonly RuleEntry[];
  readonly defaultMode: PermissionMode;
  /** Absolute. */
  readonly additionalDirectories: readonly string[];
  /** For child processes, on top of the user's environment. Never the program's own configuration, and a key of Gatehouse's own never of a file of the project. */
  readonly env: Readonly<Record<string, string>>;
  readonly hooks: HookConfig;
  /** `disableBypassPermissionsMode` / `disableAutoMode`, of whatever source. */
  readonly bypassDisabled: boolean;
  readonly autoDisabled: boolean;
  /** Only an administrator's allow rules count: don't offer to save any, and session rules don't count either. */
  readonly managedRulesOnly: boolean;
  /** Why nothing is allowed by rule: the managed settings can't be read. */
  readonly lockdown: string | undefined;
  /** Servers that may be started, and which of them must not. Those of an untrusted repository count for nothing yet. */
  readonly mcp: McpSettings;
  /** Kinds of sub-agents from files, one of each name; those of an untrusted repository are not among them. */
  readonly agents: readonly AgentDefinition[];
  /** Files and folders, there or not, that `agents` was read from; absolute. */
  readonly agentPaths: readonly string[];
  readonly trusted: boolean;
  /** Files of the project that its hooks run, absolute: trust is bound to their content too. */
  readonly hookScripts: readonly string[];
  /** Digest of what the repository supplies: trusting the folder trusts this. */
  readonly suppliesDigest: string;
  /** What an untrusted folder brings along that is without effect, in words. Empty when trusted. */
  readonly untrustedItems: readonly string[];
  readonly problems: readonly SettingsProblem[];
  readonly paths: SettingsPaths;
  /** All that was read; what counts is `countingLayers`. */
  readonly layers: readonly SettingsLayer[];
}

/** The layers that may loosen or start anything, highest first: those of an untrusted repository are left out. */
export function countingLayers(settings: Pick<LoadedSettings, 'layers' | 'trusted'>): readonly SettingsLayer[] {
  return settings.layers.filter((layer) => settings.trusted || !layer.fromRepository);
}
