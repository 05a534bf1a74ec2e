import { applyEdits, modify } from 'jsonc-parser';
import { z } from 'zod';
import type { SettingsList } from '#shared/contract/commands/settings-commands.ts';
import { type Setting, SETTINGS, valueAt } from '#shared/settings/settings.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';
import type { LoadedSettings, SettingsLayer } from '../loaded-settings.ts';
import { formattingOf } from './edit-settings.ts';
import { editableDocument, nodeAt } from '../settings-document.ts';
import { isRestricting } from './restricting-values.ts';

/** A repository can turn it off and never on; in other files the highest decides. */
const ONLY_OFF_IN_REPOSITORY = 'autoMemoryEnabled';

/** The values of each setting in each file, for the form. */
export function settingValues({ layers, trusted }: Pick<LoadedSettings, 'layers' | 'trusted'>): SettingsList['values'] {
  const values: SettingsList['values'] = {};
  for (const setting of SETTINGS) {
    const found = layers.flatMap((layer) => {
      const value = valueAt(layer.value, setting.path);
      if (value === undefined) return [];
      const ignored = isIgnored(setting, layer, trusted) || isOutweighed(setting, value, layers);
      return [{ source: layer.source, file: layer.file ?? null, value: setting.control.type === 'file' ? null : value, ignored }];
    });
    if (found.length > 0) values[setting.key] = found;
  }
  return values;
}

/** Whether a value has no effect there: the file may not set it, or isn't trusted. What only restricts counts from everywhere. */
export function isIgnored(setting: Setting, layer: SettingsLayer, trusted: boolean): boolean {
  const { reach, key, path } = setting;
  const { source, fromRepository, value } = layer;
  if (reach === 'managed') return source !== 'policy';
  if (reach === 'user' && (source === 'project' || source === 'local')) return true;
  if (reach === 'own' && (source === 'project' || fromRepository)) return true;
  if (!fromRepository || isRestricting(setting, valueAt(value, path))) return false;
  return !trusted || key === ONLY_OFF_IN_REPOSITORY;
}

/** Whether a file of any priority restricts what this value would leave open. */
function isOutweighed(setting: Setting, value: unknown, layers: readonly SettingsLayer[]): boolean {
  if (isRestricting(setting, value)) return false;
  return layers.some(
    (layer) =>
      (setting.key !== ONLY_OFF_IN_REPOSITORY || layer.fromRepository) &&
      isRestricting(setting, valueAt(layer.value, setting.path)) &&
      !isIgnored(setting, layer, false),
  );
}

/** Why a value isn’t valid there, as text for people; `undefined` when it is. */
export function settingProblem(path: readonly string[], value: unknown): string | undefined {
  const whole = path.toReversed().reduce((inner: unknown, key) => ({ [key]: inner }), value);
  const parsed = settingsFileSchema.safeParse(whole);
  return parsed.success ? undefined : z.prettifyError(parsed.error).replace(/^✖ /u, '').split('\n')[0];
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Sets one key in a settings text, or removes it (`undefined`). Everything else keeps its order and spacing.
 * @throws AppError `conflict` when the text can't be edited safely.
 */
export function setValueInText(source: string, path: readonly string[], value: unknown): string {
  const mark = source.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = source.slice(mark.length);
  const start = text.trim() === '' ? '{}\n' : text;
  const document = editableDocument(start);
  const twice = document.duplicates.find(({ key }) => path.includes(key));
  if (twice)
    throw new AppError('conflict', `The file gives “${twice.key}” twice (line ${twice.position.line}), so it isn’t changed; fix it first.`);
  const odd = path.slice(0, -1).find((_, depth) => {
    const node = nodeAt(document.root, path.slice(0, depth + 1));
    return node !== undefined && node.type !== 'object';
  });
  if (odd !== undefined) throw new AppError('conflict', `The file’s “${odd}” has an unexpected shape, so it isn’t changed; fix it first.`);
  if (value === undefined && nodeAt(document.root, [...path]) === undefined) return source;
  const changed = applyEdits(start, modify(start, [...path], value, { formattingOptions: formattingOf(start) }));
  editableDocument(changed);
  return mark + changed;
}
