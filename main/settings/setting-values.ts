import type { SettingsList } from '#shared/contract/settings.ts';
import { SETTINGS, settingKey, type Setting } from '#shared/settings/settings-table.ts';
import type { LoadedSettings, SettingsLayer } from './loaded-settings.ts';

/** What each file says of each setting, for the form. */
export function settingValues(settings: LoadedSettings): SettingsList['values'] {
  const values: SettingsList['values'] = {};
  for (const setting of SETTINGS) {
    const found = settings.layers.flatMap((layer) => {
      const value = valueAt(layer.value, setting.path);
      if (value === undefined) return [];
      const ignored = isIgnored(setting, layer, settings.trusted);
      return [{ source: layer.source, file: layer.file ?? null, value: setting.control.type === 'file' ? null : value, ignored }];
    });
    if (found.length > 0) values[settingKey(setting)] = found;
  }
  return values;
}

function isIgnored({ reach }: Setting, { source, fromRepository }: SettingsLayer, trusted: boolean): boolean {
  if (reach === 'managed') return source !== 'policy';
  if (reach === 'user' && (source === 'project' || source === 'local')) return true;
  return fromRepository && !trusted;
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value: unknown = root;
  for (const key of path)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return value;
}
