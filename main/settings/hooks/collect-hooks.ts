import { join } from 'node:path';
import {
  hookEventSchema,
  hookHandlerSchema,
  hookTypeSchema,
  isNameList,
  type HookHandlerSettings,
  type HookSettings,
  TOOL_EVENTS,
} from '#shared/settings/hook-settings.ts';
import type { RuleSource } from '#shared/permission/rule.ts';
import type { ConfiguredHook, HookConfig } from '#shared/settings/hook-config.ts';
import { countingLayers, type LoadedSettings, type SettingsLayer } from '../loaded-settings.ts';
import { fillInAll, optionsAsVariables } from '../plugins/plugin-variables.ts';
import type { ActivePlugin } from '../plugins/loaded-plugins.ts';

/**
 * The hooks of all layers that take effect: a repository's only once its folder is trusted, and others than the administrator's only where
 * the administrator allows them. A repository can disable its own hooks and no others, and can't enable what its user disabled. Of hooks
 * whose type can't be run, only those that block on failure are kept.
 */
export function collectHooks(
  settings: Pick<LoadedSettings, 'layers' | 'trusted' | 'lockdown'>,
  plugins: readonly ActivePlugin[],
): HookConfig {
  const counting = countingLayers(settings);
  const layers = layersWithHooks(settings);
  const mayRun = hookFilter(settings);
  return {
    entries: [
      ...layers.flatMap(({ source, file, fromRepository, value }) =>
        runningHooks(value.hooks).map((hook) => ({ ...hook, source, file, fromRepository })),
      ),
      // A plugin is like a file of those who switched it on.
      ...plugins.filter(({ by, fromRepository }) => mayRun({ source: by, fromRepository })).flatMap(hooksOfPlugin),
    ],
    allowedHttpUrls: joined(counting, 'allowedHttpHookUrls'),
    httpEnvVars: joined(counting, 'httpHookAllowedEnvVars'),
    mayAllow: settings.lockdown === undefined,
  };
}

/** The handlers of known events and types, and those that block because they can't run. */
function runningHooks(hooks: HookSettings | undefined): Pick<ConfiguredHook, 'event' | 'matcher' | 'handler'>[] {
  return handlersOf(hooks).flatMap(({ event, matcher, handler }) => {
    const known = hookEventSchema.safeParse(event);
    const runs = hookTypeSchema.safeParse(handler.type).success || handler.failClosed === true;
    return known.success && runs ? [{ event: known.data, matcher, handler }] : [];
  });
}

function hooksOfPlugin(plugin: ActivePlugin): ConfiguredHook[] {
  const { root, parts, fromRepository } = plugin;
  return parts.hooks.flatMap(({ path, value }) =>
    runningHooks(value).map((hook) => withPlugin({ ...hook, source: 'plugin', file: join(root, path), fromRepository }, plugin)),
  );
}

/** A hook of a plugin, with the plugin's variables. */
export function withPlugin(hook: ConfiguredHook, { id, env, variables }: ActivePlugin): ConfiguredHook {
  const { handler } = hook;
  // A shell reads the variables itself, so that their values stay values.
  const isShellLine = handler.type === 'command' && handler.args === undefined;
  const filled = isShellLine
    ? { ...handler, command: optionsAsVariables(handler.command ?? '') }
    : hookHandlerSchema.parse(fillInAll(handler, variables));
  return { ...hook, handler: filled, plugin: { id, env } };
}

/** The layers whose hooks and other programs may run, highest first. */
export function layersWithHooks(settings: Pick<LoadedSettings, 'layers' | 'trusted'>): readonly SettingsLayer[] {
  return countingLayers(settings).filter(hookFilter(settings));
}

/** Whether the settings let hooks of a place run that counts. */
export function hookFilter(
  settings: Pick<LoadedSettings, 'layers' | 'trusted'>,
): (origin: { readonly source: RuleSource; readonly fromRepository: boolean }) => boolean {
  const counting = countingLayers(settings);
  const managed = counting.filter(({ source }) => source === 'policy');
  const firstOf = (layers: readonly SettingsLayer[], key: 'disableAllHooks' | 'allowManagedHooksOnly'): boolean =>
    layers.find(({ value }) => value[key] !== undefined)?.value[key] ?? false;
  const notFromRepository = counting.filter(({ fromRepository }) => !fromRepository);
  const repositoryOff = firstOf(
    counting.filter(({ fromRepository }) => fromRepository),
    'disableAllHooks',
  );
  const managedOnly = firstOf(managed, 'allowManagedHooksOnly') || firstOf(notFromRepository, 'disableAllHooks');
  const allOff = firstOf(managed, 'disableAllHooks');
  return ({ source, fromRepository }) => !allOff && (!managedOnly || source === 'policy') && !(repositoryOff && fromRepository);
}

const SERVER_ALONE = /^mcp__(?:(?!__).)+$/u;

/** Descriptions of hooks that look like protection and never run. */
export function ineffectiveHooks(hooks: HookSettings | undefined): string[] {
  return handlersOf(hooks).flatMap(({ event, matcher, handler }) => {
    if (!hookEventSchema.safeParse(event).success) return [`A hook for “${event}” never runs: Gatehouse has no such event.`];
    const named = matcher.split(/[|,]/u).find((name) => SERVER_ALONE.test(name.trim()));
    if (isNameList(matcher) && named !== undefined)
      return [
        `The matcher “${matcher}” of a ${event} hook names no tool with “${named.trim()}”: write “${named.trim()}__.*” for all of a server.`,
      ];
    if (handler.if !== undefined && !TOOL_EVENTS.has(event))
      return [`A ${event} hook has a condition (“if”), which only events about a tool know: it never runs.`];
    if (handler.failClosed === true && (handler.async === true || handler.asyncRewake === true))
      return [`A ${event} hook is set to fail closed and to run beside the work, where it can block nothing. Take “async” out.`];
    if (hookTypeSchema.safeParse(handler.type).success) return [];
    const effect = handler.failClosed === true ? 'it fails each time, which blocks, since it is set to fail closed' : 'it never runs';
    return [`A ${event} hook has the type “${handler.type}”, which Gatehouse doesn’t run: ${effect}.`];
  });
}

export function handlersOf(hooks: HookSettings | undefined): { event: string; matcher: string; handler: HookHandlerSettings }[] {
  return Object.entries(hooks ?? {}).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher = '', hooks: handlers }) => handlers.map((handler) => ({ event, matcher, handler }))),
  );
}

function joined(layers: readonly SettingsLayer[], key: 'allowedHttpHookUrls' | 'httpHookAllowedEnvVars'): string[] | undefined {
  const lists = layers.flatMap(({ value }) => (value[key] === undefined ? [] : [value[key]]));
  return lists.length === 0 ? undefined : [...new Set(lists.flat())];
}
