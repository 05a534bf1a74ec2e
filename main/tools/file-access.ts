import { createHash } from 'node:crypto';
import { constants, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ToolUseContext } from '#main/tool/tool.ts';

export const DENIED_BY_RULE = 'File is in a directory that is denied by your permission settings.';

/** Thrown when a rule forbids the file that a path really leads to. */
class DeniedFileError extends Error {
  constructor() {
    super(DENIED_BY_RULE);
    this.name = 'DeniedFileError';
  }
}

/** Thrown when a path leads somewhere else than where it led when it was decided. */
export class MovedPathError extends Error {
  constructor(file: string) {
    super(`${file} leads somewhere else than when this call was allowed, so it was left alone. Try again to have it looked at anew.`);
    this.name = 'MovedPathError';
  }
}

export interface OpenedFile {
  readonly handle: FileHandle;
  /** With every link resolved. */
  readonly realPath: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * Opens a regular file for reading by its real path, so that a link put in place after the permission decision leads nowhere
 * new unseen: the real path is checked against the rules again, no link is followed at its end, and what was opened is compared
 * with what stands there. Throws Node's errors, EISDIR for a folder, `Cannot read …` for devices.
 */
export async function openRegularFile(file: string, context: ToolUseContext): Promise<OpenedFile> {
  const realPath = assertDecided(file, context);
  if (!context.services.mayRead(realPath)) throw new DeniedFileError();
  const before = await lstat(realPath);
  if (before.isDirectory()) throw new Error(`EISDIR: illegal operation on a directory, read '${file}'`);
  if (!before.isFile()) throw new Error(deviceMessage(file));
  const handle = await open(realPath, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile() || stats.dev !== before.dev || stats.ino !== before.ino || (await realpath(realPath)) !== realPath) {
      throw new Error(`${file} changed while it was opened. Try again.`);
    }
    return { handle, realPath, size: stats.size, mtimeMs: stats.mtimeMs, mode: stats.mode & 0o7777 };
  } catch (error) {
    await handle.close();
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
  const opened = await openRegularFile(file, context);
  try {
    if (opened.size > maxBytes) throw new Error(`${file} is too large: ${formatBytes(opened.size)}, at most ${formatBytes(maxBytes)}.`);
    return { ...opened, bytes: await opened.handle.readFile() };
  } finally {
    await opened.handle.close();
  }
}

export function deviceMessage(file: string): string {
  return `Cannot read '${file}': it is a device, pipe or socket, not a regular file.`;
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The real path of what exists, and of the nearest existing parent for what doesn't yet. */
export async function realPathOrParent(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    // It doesn't exist yet.
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realPathOrParent(parent), path.basename(file));
  }
}

/** `undefined` when nothing is there. */
export async function statOrUndefined(file: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const systemErrorSchema = z.object({ code: z.string() });

export function isMissing(error: unknown): boolean {
  const parsed = systemErrorSchema.safeParse(error);
  return parsed.success && (parsed.data.code === 'ENOENT' || parsed.data.code === 'ENOTDIR');
}

/** "512 bytes", "29.3KB", "2.9MB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${String(bytes)} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(1).replace(/\.0$/, '')}${units[unit] ?? ''}`;
}

/**
 * The file that was meant, when only the kind of space differs: macOS puts a narrow no-break space before AM and PM in the names
 * of screenshots. `undefined` when nothing is there.
 */
export async function findFile(file: string): Promise<string | undefined> {
  const name = path.basename(file);
  const variants = [name, name.replace(/ (?=[AP]M\b)/g, '\u202f'), name.replaceAll('\u202f', ' ')];
  for (const variant of new Set(variants)) {
    const candidate = path.join(path.dirname(file), variant);
    if ((await statOrUndefined(candidate)) !== undefined) return candidate;
  }
  return undefined;
}

/** What to say when a file isn't there; names one beside it that differs only in its extension. */
export async function missingFileMessage(file: string, cwd: string): Promise<string> {
  const note = `File does not exist. Note: your current working directory is ${cwd}.`;
  const stem = path.parse(file).name;
  // No such folder, so no neighbours.
  const neighbours: string[] = await readdir(path.dirname(file)).catch(() => []);
  const similar = neighbours.toSorted((a, b) => (a < b ? -1 : 1)).find((name) => path.parse(name).name === stem);
  return similar === undefined ? note : `${note} Did you mean ${similar}?`;
}

/**
 * What stands at a path, links followed; `undefined` when nothing does or it can't be told. Not asynchronous: handing such a little
 * question to another thread takes longer than its answer.
 */
export function quickStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // As `undefined`: what uses it reports why it can't be read.
    return undefined;
  }
}
