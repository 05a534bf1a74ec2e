import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsLayer, SettingsProblem } from './loaded-settings.ts';
import { type FileText, readBounded } from '#main/tool/read-bounded.ts';
import type { ManagedStore } from './managed-stores.ts';
import { errorMessage } from '#shared/error-message.ts';
import { layerOfUnread, readLayer } from './read-layer.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';

export interface ManagedSettings {
  /** Highest first: the drop-ins in reverse alphabetical order, then the main file. */
  readonly layers: readonly SettingsLayer[];
  readonly problems: readonly SettingsProblem[];
  /** Some of the administrator's settings could not be read. */
  readonly damaged: boolean;
}

/** The files of an administrator's settings, lowest first. Throws when the drop-in folder can't be listed. */
export function managedFiles(managedDir: string): string[] {
  const dropIns = join(managedDir, 'managed-settings.d');
  // Called for every decision; an exception would cost more than everything else.
  const names = statSync(dropIns, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(dropIns) : [];
  const json = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
  return [join(managedDir, 'managed-settings.json'), ...json.map((name) => join(dropIns, name))];
}

interface ManagedText {
  /** A file, or the name of a store. */
  readonly file: string;
  readonly text: FileText;
}

interface ManagedSources {
  readonly managedDir: string | null;
  /** Default: the platform's, where the folder is the platform's too. */
  readonly stores?: readonly ManagedStore[] | undefined;
}

/**
 * The administrator's settings, from the first place that has any: a store of the platform, the files, a store that users can write.
 * `lastGood` returns the layer of a file or store that could be read before.
 */
export function readManagedSettings(
  { managedDir, stores = [] }: ManagedSources,
  lastGood: (file: string) => SettingsLayer | undefined,
): ManagedSettings {
  const layers: SettingsLayer[] = [];
  const problems: SettingsProblem[] = [];
  let texts: readonly ManagedText[];
  try {
    texts = firstPlace(managedDir, stores);
  } catch (error) {
    const message = errorMessage(error);
    return { layers, problems: [{ file: managedDir ?? '', message }], damaged: true };
  }
  let damaged = false;
  for (const { file, text } of texts) {
    if (text.kind === 'missing') continue;
    const origin = { source: 'policy', file, fromRepository: false } as const;
    const read = text.kind === 'text' ? readLayer(text.text, origin) : { broken: text.reason };
    if ('broken' in read || read.skipped.length > 0) damaged = true;
    const messages = 'broken' in read ? [read.broken] : [...read.skipped, ...read.warnings];
    problems.push(...messages.map((message) => ({ file, message })));
    const layer = 'broken' in read ? (lastGood(file) ?? layerOfUnread(text, origin)) : read.layer;
    if (layer) layers.unshift(layer);
  }
  return { layers, problems, damaged };
}

function firstPlace(managedDir: string | null, stores: readonly ManagedStore[]): readonly ManagedText[] {
  const inStores = (isUsers: boolean): ManagedText[] =>
    stores.filter((store) => store.isUsers === isUsers).map((store) => ({ file: store.name, text: store.read() }));
  const inFiles = (): ManagedText[] =>
    managedDir === null ? [] : managedFiles(managedDir).map((file) => ({ file, text: readBounded(file, MAX_SETTINGS_BYTES) }));
  for (const place of [() => inStores(false), inFiles, () => inStores(true)]) {
    const texts = place().filter(({ text }) => text.kind !== 'missing');
    // Of several stores one counts, the first; of files all.
    if (texts.length > 0) return place === inFiles ? texts : texts.slice(0, 1);
  }
  return [];
}
