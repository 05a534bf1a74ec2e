import { readBounded } from '#main/tool/read-bounded.ts';
import { managedStores } from './managed-stores.ts';
import { readManagedSettings } from './managed-settings.ts';
import { readLayer } from './read-layer.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';
import { settingsPaths } from './settings-paths.ts';

/** `apiKeyHelper` of the managed settings, else of the user's: keys belong to no project, so neither does the command. */
export function ownApiKeyHelper(options: Pick<Parameters<typeof settingsPaths>[0], 'homeDir' | 'env' | 'managedDir'>): string | undefined {
  const paths = settingsPaths({ ...options, projectDir: options.homeDir });
  const managed = readManagedSettings({ managedDir: paths.managedDir, stores: managedStores(options) }, () => undefined).layers.find(
    ({ value }) => value.apiKeyHelper !== undefined,
  );
  if (managed) return managed.value.apiKeyHelper;
  const text = readBounded(paths.user, MAX_SETTINGS_BYTES);
  const read = text.kind === 'text' ? readLayer(text.text, { source: 'user', file: paths.user, fromRepository: false }) : undefined;
  return read && 'layer' in read ? read.layer.value.apiKeyHelper : undefined;
}
