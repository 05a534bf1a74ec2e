import { createHash } from 'node:crypto';
import { fstatSync, lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { isMissing } from '#shared/error-code.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { FileReader } from './file-reader.ts';
import { linkTarget } from './link-target.ts';

export const DENIED_BY_RULE = 'File is in a directory that is denied by your permission settings.';

/** Thrown if a rule denies the file that a path leads to. */
class DeniedFileError extends Error {
  constructor() {
    super(DENIED_BY_RULE);
    this.name = 'DeniedFileError';
  }
}

/** Thrown if a path leads to another file than at the time of the decision. */
export class MovedPathError extends Error {
  constructor(file: string) {
    super(`${file} leads somewhere else than when this call was allowed, so it was left alone. Try again so that it is checked again.`);
    this.name = 'MovedPathError';
  }
}

export interface OpenedFile {
  readonly reader: FileReader;
  /** With every link resolved. */
  readonly realPath: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * Opens a regular file for reading by its real path. To notice a link created after the permission decision, it checks the real path against
 * the rules again, follows no link at its end, and compares the opened file with the one at that path. Synchronous, for the reason given at
 * `quickStat`. Throws Node's errors, EISDIR for a folder, `Cannot read …` for devices.
 */
export function openRegularFile(file: string, context: ToolUseContext): OpenedFile {
  const realPath = assertDecided(file, context);
  if (!context.services.mayRead(realPath)) throw new DeniedFileError();
  const before = lstatSync(realPath);
  if (before.isDirectory()) throw new Error(`EISDIR: illegal operation on a directory, read '${file}'`);
  if (!before.isFile()) throw new Error(deviceMessage(file));
  if (isKernelFile(realPath)) throw new Error(kernelFileMessage(file));
  const reader = new FileReader(realPath);
  try {
    const stats = fstatSync(reader.fd);
    if (!stats.isFile() || stats.dev !== before.dev || stats.ino !== before.ino || realpathSync.native(realPath) !== realPath) {
      throw new Error(`${file} changed while it was opened. Try again.`);
    }
    return { reader, realPath, size: stats.size, mtimeMs: stats.mtimeMs, mode: stats.mode & 0o7777 };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** The real path, which must be one that the permission decision was about. Throws `MovedPathError`, and Node's errors. */
export function assertDecided(file: string, { decidedPaths }: Pick<ToolUseContext, 'decidedPaths'>): string {
  const realPath = realpathSync.native(file);
  if (decidedPaths !== undefined && !decidedPaths.includes(realPath)) throw new MovedPathError(file);
  return realPath;
}

/** Reads a whole regular file of at most `maxBytes`; throws when it is larger. */
export async function readRegularFile(
  file: string,
  context: ToolUseContext,
  maxBytes: number,
): Promise<OpenedFile & { readonly bytes: Buffer }> {
  const opened = openRegularFile(file, context);
  try {
    if (opened.size > maxBytes) throw new Error(`${file} is too large: ${formatBytes(opened.size)}, at most ${formatBytes(maxBytes)}.`);
    return { ...opened, bytes: await opened.reader.readAll(opened.size) };
  } finally {
    opened.reader.close();
  }
}

/** Files of `/proc` and `/sys` look like regular files, but the kernel generates their content, which may be secret or endless. */
export function isKernelFile(realPath: string): boolean {
  return process.platform === 'linux' && /^\/(?:proc|sys)(?:\/|$)/u.test(realPath);
}

export function kernelFileMessage(file: string): string {
  return `Cannot read '${file}': it is a file of the kernel, not one on disk.`;
}

export function deviceMessage(file: string): string {
  return `Cannot read '${file}': it is a device, pipe or socket, not a regular file.`;
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The real path; for a path that doesn't exist yet, that of its nearest existing parent with the rest appended. */
export async function realPathOrParent(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    // It doesn't exist yet.
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realPathOrParent(parent), path.basename(file));
  }
}

/** Whether something exists there, following links. Throws if that can't be determined. */
function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/**
 * Finds a file whose name may differ in the kind of space: macOS uses a narrow no-break space before AM and PM in the names of
 * screenshots. `undefined` if there is none.
 */
export function findFile(file: string): string | undefined {
  const name = path.basename(file);
  const variants = [name, name.replace(/ (?=[AP]M\b)/g, '\u202f'), name.replaceAll('\u202f', ' ')];
  for (const variant of new Set(variants)) {
    const candidate = path.join(path.dirname(file), variant);
    if (isThere(candidate)) return candidate;
  }
  return undefined;
}

/** Message for a missing file. Says where a link leads, or suggests a file in the same folder that differs only in its extension. */
export async function missingFileMessage(file: string, cwd: string): Promise<string> {
  const target = linkTarget(file);
  if (target !== undefined) return `${file} is a symbolic link to ${target}, which does not exist. Create that file, or correct the link.`;
  const note = `File does not exist. Note: your current working directory is ${cwd}.`;
  const stem = path.parse(file).name;
  // The folder doesn't exist.
  const neighbours: string[] = await readdir(path.dirname(file)).catch(() => []);
  const similar = neighbours.toSorted((a, b) => (a < b ? -1 : 1)).find((name) => path.parse(name).name === stem);
  return similar === undefined ? note : `${note} Did you mean ${similar}?`;
}

/**
 * Stats of a path, following links; `undefined` if nothing is there or it can't be read. Synchronous, because passing the call to another
 * thread takes longer than the call itself.
 */
export function quickStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Opening it will report why it can't be read.
    return undefined;
  }
}
