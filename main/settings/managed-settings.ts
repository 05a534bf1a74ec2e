import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsLayer, SettingsProblem } from './loaded-settings.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { readLayer } from './read-layer.ts';
import { MAX_SETTINGS_BYTES } from './repository-supplies.ts';

export interface ManagedSettings {
  /** Highest first: of drop-ins the alphabetically last, then the main file. */
  readonly layers: readonly SettingsLayer[];
  readonly problems: readonly SettingsProblem[];
  /** Some of an administrator's word could not be understood. */
  readonly damaged: boolean;
}

/** The files an administrator's settings are in, lowest first. Throws when the drop-in folder can't be listed. */
export function managedFiles(managedDir: string): string[] {
  const dropIns = join(managedDir, 'managed-settings.d');
  // Asked for at every decision, and an exception would cost more than all the rest.
  const names = statSync(dropIns, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(dropIns) : [];
  const json = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted();
  return [join(managedDir, 'managed-settings.json'), ...json.map((name) => join(dropIns, name))];
}

/** `lastGood` supplies the layer of a file that was readable before. */
export function readManagedSettings(managedDir: string | null, lastGood: (file: string) => SettingsLayer | undefined): ManagedSettings {
  const layers: SettingsLayer[] = [];
  const problems: SettingsProblem[] = [];
  let files: string[];
  try {
    files = managedDir === null ? [] : managedFiles(managedDir);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { layers, problems: [{ file: managedDir ?? '', message }], damaged: true };
  }
  let damaged = false;
  for (const file of files) {
    const text = readBounded(file, MAX_SETTINGS_BYTES);
    if (text.kind === 'missing') continue;
    const read = text.kind === 'text' ? readLayer(text.text, { source: 'policy', file, fromRepository: false }) : { broken: text.reason };
    if ('broken' in read || read.skipped.length > 0) damaged = true;
    const messages = 'broken' in read ? [read.broken] : [...read.skipped, ...read.warnings];
    problems.push(...messages.map((message) => ({ file, message })));
    const layer = 'broken' in read ? lastGood(file) : read.layer;
    if (layer) layers.unshift(layer);
  }
  return { layers, problems, damaged };
}
