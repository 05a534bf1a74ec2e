import { readBounded } from '#main/tool/read-bounded.ts';
import type { SettingsFile } from '#shared/settings/settings-file.ts';
import { managedStores } from './managed-stores.ts';
import { readManagedSettings } from './managed-settings.ts';
import { readLayer } from './read-layer.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';
import { settingsPaths } from './settings-paths.ts';

export type OwnSettingsOptions = Pick<Parameters<typeof settingsPaths>[0], 'homeDir' | 'env' | 'managedDir'>;

/** The managed settings, then the user's: what counts outside of any project. Files that can't be read are absent. */
export function ownSettings(options: OwnSettingsOptions): readonly SettingsFile[] {
  const paths = settingsPaths({ ...options, projectDir: options.homeDir });
  const managed = readManagedSettings({ managedDir: paths.managedDir, stores: managedStores(options) }, () => undefined).layers;
  const text = readBounded(paths.user, MAX_SETTINGS_BYTES);
  const read = text.kind === 'text' ? readLayer(text.text, { source: 'user', file: paths.user, fromRepository: false }) : undefined;
  return [...managed.map(({ value }) => value), ...(read && 'layer' in read ? [read.layer.value] : [])];
}
