import { createHash } from 'node:crypto';
import { readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readBounded, readBoundedBytes, type FileText } from '#main/tool/read-bounded.ts';
import { stableJson } from '#main/tool/stable-json.ts';
import { linkStatOf } from '../real-path.ts';

/** Limits on one plugin. */
export const MAX_PLUGIN_FILES = 2000;
export const MAX_PLUGIN_BYTES = 50 * 1024 * 1024;
const MAX_DEPTH = 20;

/** A file of a plugin: what may take effect, and so what acceptance covers. */
export interface PluginFile {
  /** Relative, with plain slashes. */
  readonly path: string;
  readonly executable: boolean;
  readonly hash: string;
}

/** Hashes of files that haven't changed since, by path. */
const known = new Map<string, { readonly stamp: string; readonly hash: string }>();

/**
 * All files of an installed plugin, sorted. `undefined`: there is no such folder. A reason: it has something that isn't installed (a link, a
 * device, too many files), so somebody changed it.
 */
export function readPluginFiles(root: string): readonly PluginFile[] | string | undefined {
  if (linkStatOf(root)?.isDirectory() !== true) return undefined;
  const files: PluginFile[] = [];
  let bytes = 0;
  const look = (folder: string, depth: number): string | undefined => {
    if (depth > MAX_DEPTH) return 'Its folders are nested too deeply.';
    for (const name of readdirSync(join(root, folder)).toSorted()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const stat = linkStatOf(join(root, path));
      const problem = stat?.isDirectory() === true ? look(path, depth + 1) : add(path, stat);
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
  const add = (path: string, stat: Stats | undefined): string | undefined => {
    if (stat?.isFile() !== true) return `${path} isn’t a regular file.`;
    bytes += stat.size;
    if (files.length >= MAX_PLUGIN_FILES || bytes > MAX_PLUGIN_BYTES) return 'It has too many files.';
    files.push({ path, executable: (stat.mode & 0o111) !== 0, hash: hashOf(join(root, path), stat) });
    return undefined;
  };
  try {
    return look('', 0) ?? files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  } catch {
    // The plugin stays off, with this reason.
    return 'Its folder can’t be read.';
  }
}

function hashOf(file: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
  const stamp = [ino, size, mtimeMs, ctimeMs].join(':');
  const before = known.get(file);
  if (before?.stamp === stamp) return before.hash;
  const read = readBoundedBytes(file, MAX_PLUGIN_BYTES);
  const hash = read.kind === 'bytes' ? createHash('sha256').update(read.bytes).digest('hex') : `${read.kind}:${stamp}`;
  known.set(file, { stamp, hash });
  return hash;
}

/** What acceptance is bound to: the manifest as it takes effect (with what the marketplace adds), and every file. */
export function pluginDigest(manifest: unknown, files: readonly PluginFile[]): string {
  const content = files.map(({ path, executable, hash }) => [path, process.platform === 'win32' ? false : executable, hash]);
  return createHash('sha256')
    .update(stableJson([manifest, content]))
    .digest('hex');
}

/** A text file of a plugin. */
export function readPluginFile(root: string, path: string, maxBytes: number): FileText {
  return readBounded(join(root, path), maxBytes);
}
