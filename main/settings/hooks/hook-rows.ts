import type { HookRow } from '#shared/contract/commands/hook-commands.ts';
import { hookEventSchema, hookTypeSchema } from '#shared/settings/hook-settings.ts';
import { isDeepStrictEqual } from 'node:util';
import { handlersOf } from './collect-hooks.ts';
import type { LoadedSettings, SettingsLayer } from '../loaded-settings.ts';

/** The hooks of all settings files, and which of them run. `nameOf`: display name of a handler. */
export function hookRows(
  settings: Pick<LoadedSettings, 'layers' | 'trusted' | 'hooks'>,
  nameOf: (handler: HookRow['handler']) => string,
): HookRow[] {
  return settings.layers.flatMap((layer) =>
    handlersOf(layer.value.hooks).map((hook) => ({
      ...hook,
      name: nameOf(hook.handler),
      source: layer.source,
      file: layer.file ?? null,
      state: stateOf(hook, layer, settings),
    })),
  );
}

function stateOf(
  { event, matcher, handler }: Pick<HookRow, 'event' | 'matcher' | 'handler'>,
  { source, fromRepository }: SettingsLayer,
  { trusted, hooks, layers }: Pick<LoadedSettings, 'layers' | 'trusted' | 'hooks'>,
): HookRow['state'] {
  if (!hookEventSchema.safeParse(event).success) return 'unknown_event';
  const runs = hooks.entries.some(
    (entry) => entry.event === event && entry.matcher === matcher && entry.source === source && isDeepStrictEqual(entry.handler, handler),
  );
  if (runs) return 'active';
  if (!hookTypeSchema.safeParse(handler.type).success) return 'unknown_type';
  if (fromRepository && !trusted) return 'untrusted';
  const managedOnly = layers.some((layer) => layer.source === 'policy' && layer.value.allowManagedHooksOnly === true);
  return managedOnly ? 'managed_only' : 'disabled';
}
