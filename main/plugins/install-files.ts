import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { PluginId } from '#shared/settings/plugin-settings.ts';
import { MAX_PLUGIN_BYTES, MAX_PLUGIN_FILES, pluginDigest, readPluginFiles } from '#main/settings/plugins/plugin-files.ts';
import { findPluginParts } from '#main/settings/plugins/plugin-parts.ts';
import type { PluginManifest } from '#main/settings/plugins/plugin-manifest.ts';
import { pluginsDir } from '#main/settings/plugins/plugin-record.ts';
import type { SourceFiles } from './source-files.ts';

interface Installation {
  readonly stateDir: string;
  readonly id: PluginId;
  readonly manifest: PluginManifest;
  readonly files: SourceFiles;
}

/**
 * Writes a plugin's files into a folder of their own, which nobody writes to afterwards. A plugin that can't be used isn't installed.
 * @returns the folder, relative to the folder of plugins.
 * @throws AppError `refused`
 */
export async function installFiles({ stateDir, id, manifest, files: { files, read } }: Installation): Promise<string> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (files.length > MAX_PLUGIN_FILES)
    throw new AppError('refused', `The plugin has ${files.length} files; at most ${MAX_PLUGIN_FILES} are installed.`);
  if (bytes > MAX_PLUGIN_BYTES) throw new AppError('refused', `The plugin is larger than ${formatBytes(MAX_PLUGIN_BYTES)}.`);
  const twice = sameFolded(files.map(({ path }) => path));
  if (twice !== undefined) throw new AppError('refused', `The plugin has two files that are the same on some systems: ${twice}.`);

  const top = pluginsDir(stateDir);
  const draft = join(top, 'drafts', randomUUID());
  try {
    const contents = await read(files);
    for (const [index, { path, executable }] of files.entries()) {
      const file = join(draft, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(file, contents[index] ?? '', { flag: 'wx', mode: executable ? 0o500 : 0o400 });
    }
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const written = readPluginFiles(draft);
    if (written === undefined || typeof written === 'string') throw new AppError('unavailable', written ?? 'Its files can’t be written.');
    const parts = findPluginParts({ root: draft, manifest, files: written });
    if (typeof parts === 'string') throw new AppError('refused', parts);
    const folder = `installed/${id.marketplace}/${id.name}/${pluginDigest(manifest, written).slice(0, 16)}`;
    await mkdir(dirname(join(top, folder)), { recursive: true, mode: 0o700 });
    // What is there has the same name and may have been changed.
    await rm(join(top, folder), { recursive: true, force: true });
    await rename(draft, join(top, folder));
    return folder;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Two paths that differ only in case, or of which one is the folder of the other. */
function sameFolded(paths: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const path of paths.map((one) => one.normalize('NFC').toLowerCase()).toSorted()) {
    if (seen.has(path)) return path;
    seen.add(path);
  }
  return undefined;
}
