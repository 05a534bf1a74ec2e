import type { PermissionMode } from '#shared/permission/mode.ts';
import type { McpSettings } from '#shared/settings/mcp-servers.ts';
import type { RuleEntry, RuleSource } from '#shared/permission/rule.ts';
import type { CommandPlaceSetting } from '#shared/settings/command-place.ts';
import type { SettingsFile } from '#shared/settings/settings-file.ts';
import type { HighestValues } from '#shared/settings/settings.ts';
import type { AutoModePolicy } from '#shared/settings/auto-mode-settings.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import type { HookConfig } from '#shared/settings/hook-config.ts';
import type { SavedWorkflow } from '#main/tool/services/workflows.ts';
import type { LoadedPlugins } from './plugins/loaded-plugins.ts';
import type { OutputStyle } from './styles/style-files.ts';
import type { SettingsPaths } from './settings-paths.ts';

/** A mistake in a settings file. `message` includes line and column. */
export interface SettingsProblem {
  readonly file: string;
  readonly message: string;
  /** The rest of the file works: it asks for something that isn't supported, or was cut. */
  readonly partly?: true;
}

/** One file (or the command line) as read, highest source first. */
export interface SettingsLayer {
  readonly source: Exclude<RuleSource, 'session'>;
  /** Absent for settings given as text on the command line. */
  readonly file: string | undefined;
  /** Without the entries that were skipped. */
  readonly value: SettingsFile;
  readonly rules: readonly RuleEntry[];
  /** Kept in the file but switched off: they have no effect. */
  readonly disabledRules: readonly RuleEntry[];
  /** From the repository, not from the user: entries that loosen something take effect only in a trusted folder. */
  readonly fromRepository: boolean;
  /** Why `gatehouse.commandPlace` isn't known, although the file sets it or may set it. */
  readonly unreadPlace?: string | undefined;
}

/** All settings, merged. A snapshot: each change creates a new one. */
export interface LoadedSettings extends HighestValues {
  /** All rules of all sources; those without effect are marked `inert`. */
  readonly rules: readonly RuleEntry[];
  readonly defaultMode: PermissionMode;
  /** Where commands run; never taken from the repository. */
  readonly commandPlace: CommandPlaceSetting;
  /** Absolute. */
  readonly additionalDirectories: readonly string[];
  /**
   * For child processes, on top of the user's environment. Excludes the program's own configuration; Gatehouse's own keys are never taken
   * from a file of the project.
   */
  readonly env: Readonly<Record<string, string>>;
  /** For the classifier of auto mode; from the user's own settings only. */
  readonly autoMode: AutoModePolicy;
  readonly hooks: HookConfig;
  /** `disableBypassPermissionsMode` / `disableAutoMode`, from any source. */
  readonly bypassDisabled: boolean;
  readonly autoDisabled: boolean;
  /** `blockReadsOutsideWorkingDirectories` and its twin for writes, from any source. */
  readonly blocksOutside: { readonly reads: boolean; readonly writes: boolean };
  /** Only an administrator's allow rules count: saving others isn't offered, and session rules have no effect. */
  readonly managedRulesOnly: boolean;
  /** Why no allow rule counts: the managed settings can't be read. */
  readonly lockdown: string | undefined;
  /** MCP servers that may be started, and the policy on them. Excludes those of an untrusted repository. */
  readonly mcp: McpSettings;
  /** Agent types from files, one of each name. Excludes those of an untrusted repository. */
  readonly agents: readonly AgentDefinition[];
  /** Skills and commands from files, one of each name. Excludes those of an untrusted repository. */
  readonly skills: readonly SkillDefinition[];
  /** Workflows from files, one of each name. Excludes those of an untrusted repository. */
  readonly workflows: readonly SavedWorkflow[];
  /** Plugins that settings name, and where plugins can be installed from. */
  readonly plugins: LoadedPlugins;
  /** The command of `statusLine`, from a source whose hooks may run. */
  readonly statusLineCommand: string | undefined;
  /** The chosen output style; `undefined`: the usual one. */
  readonly style: OutputStyle | undefined;
  /** `autoMemoryEnabled`: files of the repository can only turn it off. */
  readonly autoMemoryEnabled: boolean;
  /** The folder of the agent's notes about the project, absolute; `undefined` when it keeps none. */
  readonly memoryFolder: string | undefined;
  /** `claudeMdExcludes`: the user's patterns, and the repository's, which are only about its own files. */
  readonly instructionExcludes: InstructionExcludes;
  /** `disableSkillShellExecution`, from any source. */
  readonly skillCommandsDisabled: boolean;
  /** Files and folders, existing or not, that `agents`, `skills` and `workflows` were read from; absolute. */
  readonly definitionPaths: readonly string[];
  readonly trusted: boolean;
  /** Files of the project that its hooks, MCP servers and status line run, absolute: trust covers their content too. */
  readonly suppliedScripts: readonly string[];
  /** Digest of what the repository supplies, which is what trusting the folder covers. */
  readonly suppliesDigest: string;
  /** Descriptions of what an untrusted folder supplies, all of it without effect. Empty when trusted. */
  readonly untrustedItems: readonly string[];
  readonly problems: readonly SettingsProblem[];
  readonly paths: SettingsPaths;
  /** All layers that were read; those that take effect are `countingLayers`. */
  readonly layers: readonly SettingsLayer[];
}

/** Gitignore patterns of absolute paths. */
export interface InstructionExcludes {
  readonly user: readonly string[];
  readonly repository: readonly string[];
}

/** The layers that may loosen or start anything, highest first. Excludes those of an untrusted repository. */
export function countingLayers(settings: Pick<LoadedSettings, 'layers' | 'trusted'>): readonly SettingsLayer[] {
  return settings.layers.filter((layer) => settings.trusted || !layer.fromRepository);
}
