import type { Setting } from '#shared/settings/settings.ts';

export type SettingValue = string | number | boolean;

/** The value of a setting now. */
export interface CurrentSetting {
  /** What counts; `undefined`: the default. */
  readonly value: SettingValue | undefined;
  /** In the user's own file. */
  readonly own: SettingValue | undefined;
  /** Another source sets it and takes precedence over the user's file. */
  readonly overruledBy?: string;
}

/** The settings that an agent may read, and change after a person agreed. */
export interface SettingsService {
  /** The user's own settings file, absolute. */
  readonly file: string;
  read(setting: Setting): CurrentSetting;
  /** Writes the user's own file; `undefined` removes the key. @throws Error for the model when the file can't be changed. */
  change(setting: Setting, value: SettingValue | undefined): Promise<void>;
}
