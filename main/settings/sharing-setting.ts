import { readBounded } from '#main/tool/read-bounded.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { type SharingSetting, sharingSchema } from '#shared/settings/sharing-setting.ts';
import { valueAt } from '#shared/settings/settings.ts';
import { z } from 'zod';
import { managedStores } from './managed-stores.ts';
import { readManagedSettings } from './managed-settings.ts';
import type { OwnSettingsOptions } from './own-settings.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';
import { parseSettingsDocument } from './settings-document.ts';
import { resolveFolder, settingsPaths } from './settings-paths.ts';

const KEY = 'gatehouse.sharing';

/**
 * `gatehouse.sharing` of the managed settings, else of the user's, with absolute paths. All of it or nothing: what is left of a value with a
 * mistake might be less protected than it was meant.
 * @throws AppError `unavailable` naming the file that can't be read, and why
 */
export function readSharingSetting(options: OwnSettingsOptions): SharingSetting {
  const paths = settingsPaths({ ...options, projectDir: options.homeDir });
  const managed = readManagedSettings({ managedDir: paths.managedDir, stores: managedStores(options) }, () => undefined);
  const [problem] = managed.problems;
  if (managed.damaged) throw unusable(problem?.file ?? '', problem?.message ?? '');
  const setting =
    managed.layers.find(({ value }) => value.gatehouse?.sharing !== undefined)?.value.gatehouse?.sharing ?? ofUser(paths.user);
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolveFolder(path, options.homeDir, options.homeDir);
  return { ...setting, certificate: absolute(setting.certificate), key: absolute(setting.key) };
}

function ofUser(file: string): SharingSetting {
  const read = readBounded(file, MAX_SETTINGS_BYTES);
  if (read.kind === 'missing') return {};
  if (read.kind === 'unreadable') throw unusable(file, read.reason);
  const parsed = parseSettingsDocument(read.text);
  if ('broken' in parsed) throw unusable(file, parsed.broken);
  const written = valueAt(parsed.document.value, KEY.split('.'));
  if (written === undefined) return {};
  const setting = sharingSchema.safeParse(written);
  if (setting.success) return setting.data;
  throw unusable(
    file,
    z
      .prettifyError(setting.error)
      .replaceAll(/\s*\n\s*/gu, ' ')
      .replace(/^✖ /u, ''),
  );
}

function unusable(file: string, reason: string): AppError {
  return new AppError('unavailable', `${KEY} in ${file} can’t be used. ${reason}`);
}
