import { setValueInText, settingValues } from '#main/settings/edit/setting-values.ts';
import type { SettingsStore } from '#main/settings/settings-store.ts';
import type { CurrentSetting, SettingsService, SettingValue } from '#main/tool/services/settings-service.ts';
import type { Setting } from '#shared/settings/settings.ts';

/** A project's settings as the Config tool sees them: it only ever writes the user's own file. */
export function agentSettings(store: SettingsStore): SettingsService {
  return {
    get file() {
      return store.current().paths.user;
    },
    read: (setting) => currentSetting(store, setting),
    change: async (setting, value) => {
      if (setting.setBy !== 'agent') throw new Error(`Only the user changes ${setting.key}.`);
      await store.change('user', (text) => setValueInText(text, setting.path, value));
    },
  };
}

function currentSetting(store: SettingsStore, { key }: Setting): CurrentSetting {
  const found = settingValues(store.current())[key]?.filter(({ ignored }) => !ignored) ?? [];
  const own = found.find(({ source }) => source === 'user');
  const [first] = found;
  const value = first && plain(first.value);
  return {
    value,
    own: own && plain(own.value),
    ...(first && first.source !== 'user' && { overruledBy: first.file ?? 'the command line' }),
  };
}

/** Such settings have plain values. */
function plain(value: unknown): SettingValue | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
