import type { HookRow } from '#shared/contract/commands/hook-commands.ts';
import { hookEventSchema, hookTypeSchema } from '#shared/settings/hook-settings.ts';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { handlersOf, hookFilter } from './collect-hooks.ts';
import type { LoadedSettings, SettingsLayer } from '../loaded-settings.ts';
import type { ActivePlugin } from '../plugins/loaded-plugins.ts';

type Settings = Pick<LoadedSettings, 'layers' | 'trusted' | 'hooks' | 'plugins'>;
type NameOf = (handler: HookRow['handler']) => string;

/** The hooks of all settings files and of the plugins that are on, and which of them run. `nameOf`: display name of a handler. */
export function hookRows(settings: Settings, nameOf: NameOf): HookRow[] {
  return [...rowsOfFiles(settings, nameOf), ...settings.plugins.active.flatMap((plugin) => rowsOfPlugin(plugin, settings, nameOf))];
}

function rowsOfFiles(settings: Settings, nameOf: NameOf): HookRow[] {
  return settings.layers.flatMap((layer) =>
    handlersOf(layer.value.hooks).map((hook) => ({
      ...hook,
      name: nameOf(hook.handler),
      source: layer.source,
      file: layer.file ?? null,
      plugin: null,
      state: stateOf(hook, layer, settings),
    })),
  );
}

function stateOf(
  { event, matcher, handler }: Pick<HookRow, 'event' | 'matcher' | 'handler'>,
  { source, fromRepository }: SettingsLayer,
  { trusted, hooks, layers }: Settings,
): HookRow['state'] {
  if (!hookEventSchema.safeParse(event).success) return 'unknown_event';
  const runs = hooks.entries.some(
    (entry) => entry.event === event && entry.matcher === matcher && entry.source === source && isDeepStrictEqual(entry.handler, handler),
  );
  if (runs) return 'active';
  if (!hookTypeSchema.safeParse(handler.type).success) return 'unknown_type';
  if (fromRepository && !trusted) return 'untrusted';
  return whyOff(layers);
}

/** As written in the plugin: with its options filled in, a row might show a secret. */
function rowsOfPlugin({ id, root, parts, by, fromRepository }: ActivePlugin, settings: Settings, nameOf: NameOf): HookRow[] {
  const mayRun = hookFilter(settings)({ source: by, fromRepository });
  const state = ({ event, handler }: Pick<HookRow, 'event' | 'handler'>): HookRow['state'] => {
    if (!hookEventSchema.safeParse(event).success) return 'unknown_event';
    if (!hookTypeSchema.safeParse(handler.type).success && handler.failClosed !== true) return 'unknown_type';
    return mayRun ? 'active' : whyOff(settings.layers);
  };
  return parts.hooks.flatMap(({ path, value }) =>
    handlersOf(value).map((hook) => ({
      ...hook,
      name: nameOf(hook.handler),
      source: 'plugin' as const,
      file: join(root, path),
      plugin: id,
      state: state(hook),
    })),
  );
}

function whyOff(layers: readonly SettingsLayer[]): HookRow['state'] {
  const managedOnly = layers.some((layer) => layer.source === 'policy' && layer.value.allowManagedHooksOnly === true);
  return managedOnly ? 'managed_only' : 'disabled';
}
