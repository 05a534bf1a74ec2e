import { isOwnKey } from '#main/tool/program-environment.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { CommandPlaceSetting } from '#shared/settings/command-place.ts';
import { highestValues } from '#shared/settings/settings.ts';
import { autoModePolicy } from './auto-mode-policy.ts';
import { collectHooks, layersWithHooks } from './hooks/collect-hooks.ts';
import { countingLayers, type LoadedSettings, type SettingsLayer, type SettingsProblem } from './loaded-settings.ts';
import { ruleInertness } from './rule-inertness.ts';
import type { ActivePlugin } from './plugins/loaded-plugins.ts';
import { resolveFolder } from './settings-paths.ts';

export interface MergeInput {
  /** Highest source first. */
  readonly layers: readonly SettingsLayer[];
  readonly projectDir: string;
  readonly homeDir: string;
  readonly trusted: boolean;
  /** The user trusted it with other content. */
  readonly wasTrusted?: boolean;
  readonly plugins: readonly ActivePlugin[];
  /** Set when the managed settings can't be read: fail closed. */
  readonly lockdown: string | undefined;
}

type Merged = Omit<
  LoadedSettings,
  | 'paths'
  | 'suppliedScripts'
  | 'agents'
  | 'skills'
  | 'workflows'
  | 'style'
  | 'memoryFolder'
  | 'plugins'
  | 'definitionPaths'
  | 'problems'
  | 'mcp'
  | 'trusted'
  | 'suppliesDigest'
  | 'untrustedItems'
  | 'layers'
> & {
  readonly problems: readonly SettingsProblem[];
};

/** Merges layers: lists are concatenated; for scalars the highest source wins. Pure. */
export function mergeSettings(input: MergeInput): Merged {
  const { layers, trusted, wasTrusted = false, lockdown } = input;
  const counting = countingLayers(input);
  const managed = layers.filter((layer) => layer.source === 'policy');
  // Under a lockdown no allow rule counts, so saving one isn't offered either.
  const managedRulesOnly =
    lockdown !== undefined ||
    (managed.find((layer) => layer.value.allowManagedPermissionRulesOnly !== undefined)?.value.allowManagedPermissionRulesOnly ?? false);
  const bypassDisabled =
    lockdown !== undefined || layers.some(({ value }) => value.permissions?.disableBypassPermissionsMode === 'disable');
  const autoDisabled =
    lockdown !== undefined ||
    layers.some(({ value }) => value.permissions?.disableAutoMode === 'disable' || value.disableAutoMode === 'disable');
  const mode = startMode(counting, { bypassDisabled, autoDisabled, lockdown: lockdown !== undefined });
  const directories = counting.flatMap((layer) => layer.value.permissions?.additionalDirectories ?? []);
  const own = layers.filter(({ source, fromRepository }) => source !== 'project' && !fromRepository);
  const layersFor = { any: counting, own, user: layers.filter(isFromUser), managed };
  const values = highestValues((reach) => layersFor[reach].map(({ value }) => value));
  return {
    rules: numberRules(
      layers.flatMap((layer) => layer.rules.map((rule) => withInertness(rule, layer, { trusted, wasTrusted, lockdown, managedRulesOnly }))),
    ),
    defaultMode: mode.mode,
    additionalDirectories: [...new Set(directories.map((folder) => resolveFolder(folder, input.projectDir, input.homeDir)))],
    commandPlace: commandPlaceOf(own),
    env: Object.fromEntries(counting.toReversed().flatMap(variablesOf)),
    ...values,
    // It loosens, so where only the administrator's allow rules count, only the administrator can enable it.
    networkReads:
      lockdown === undefined && (managedRulesOnly ? highestValues(() => managed.map(({ value }) => value)) : values).networkReads,
    autoMemoryEnabled:
      (counting.find(({ fromRepository, value }) => !fromRepository && value.autoMemoryEnabled !== undefined)?.value.autoMemoryEnabled ??
        true) &&
      !layers.some(({ fromRepository, value }) => fromRepository && value.autoMemoryEnabled === false),
    instructionExcludes: {
      user: counting.flatMap(({ fromRepository, value }) => (fromRepository ? [] : (value.claudeMdExcludes ?? []))),
      repository: counting.flatMap(({ fromRepository, value }) => (fromRepository ? (value.claudeMdExcludes ?? []) : [])),
    },
    skillCommandsDisabled: layers.some(({ value }) => value.disableSkillShellExecution === true),
    statusLineCommand: layersWithHooks(input).find(({ value }) => value.statusLine !== undefined)?.value.statusLine?.command,
    autoMode: autoModePolicy(layersFor.user, lockdown !== undefined ? [] : managedRulesOnly ? managed : layersFor.user),
    hooks: collectHooks(input, input.plugins),
    bypassDisabled,
    autoDisabled,
    blocksOutside: {
      reads: layers.some(({ value }) => value.permissions?.blockReadsOutsideWorkingDirectories === true),
      writes: layers.some(({ value }) => value.permissions?.blockWritesOutsideWorkingDirectories === true),
    },
    managedRulesOnly,
    lockdown,
    problems: mode.problems,
  };
}

/** The highest of the person's own files decides. One that can't be read may say anything, so nothing below it counts. */
function commandPlaceOf(own: readonly SettingsLayer[]): CommandPlaceSetting {
  const layer = own.find(({ value, unreadPlace }) => unreadPlace !== undefined || value.gatehouse?.commandPlace !== undefined);
  if (layer?.unreadPlace !== undefined) return { type: 'unknown', why: layer.unreadPlace };
  return layer?.value.gatehouse?.commandPlace ?? { type: 'here' };
}

/** From the user, the administrator or the command line; not from a file of the project, whoever wrote it. */
function isFromUser({ source }: SettingsLayer): boolean {
  return source !== 'project' && source !== 'local';
}

function variablesOf(layer: SettingsLayer): [name: string, value: string][] {
  return Object.entries(layer.value.env ?? {}).filter(([name]) => isFromUser(layer) || !isOwnKey(name));
}

/** Marks the rules that have no effect. Deny and ask rules always count, from everywhere. */
function withInertness(rule: RuleEntry, layer: SettingsLayer, state: Parameters<typeof ruleInertness>[1]): RuleEntry {
  const inert = rule.behavior === 'allow' ? ruleInertness(layer, state) : undefined;
  return inert === undefined ? rule : { ...rule, inert };
}

function numberRules(rules: readonly RuleEntry[]): RuleEntry[] {
  const counts = new Map<string, number>();
  return rules.map((rule) => {
    const group = `${rule.source}:${rule.behavior}`;
    const index = counts.get(group) ?? 0;
    counts.set(group, index + 1);
    return { ...rule, id: `${group}:${index}` };
  });
}

/**
 * Modes that run things without asking are never taken from files that travel with a project, nor while the managed settings can't be read.
 */
function startMode(
  layers: readonly SettingsLayer[],
  limits: { readonly bypassDisabled: boolean; readonly autoDisabled: boolean; readonly lockdown: boolean },
): { mode: PermissionMode; problems: SettingsProblem[] } {
  const problems: SettingsProblem[] = [];
  for (const layer of layers) {
    const mode = layer.value.permissions?.defaultMode;
    if (mode === undefined) continue;
    const refusal = modeRefusal(mode, layer, limits);
    if (refusal === undefined) return { mode, problems };
    problems.push({ file: layer.file ?? '--settings', message: `permissions.defaultMode “${mode}” is ignored: ${refusal}` });
  }
  return { mode: 'default', problems };
}

function modeRefusal(
  mode: PermissionMode,
  layer: SettingsLayer,
  limits: { readonly bypassDisabled: boolean; readonly autoDisabled: boolean; readonly lockdown: boolean },
): string | undefined {
  const wide = mode === 'auto' || mode === 'bypassPermissions';
  if (wide && (layer.source === 'project' || layer.source === 'local')) return 'it can only be set in your own user settings.';
  if (limits.lockdown && (wide || mode === 'acceptEdits')) return 'the managed settings can’t be read.';
  if (mode === 'bypassPermissions' && limits.bypassDisabled) return 'bypass mode is turned off.';
  if (mode === 'auto' && limits.autoDisabled) return 'auto mode is turned off.';
  return undefined;
}
