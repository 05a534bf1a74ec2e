import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { systemCode, writeFailureReason } from '#main/tool/write-failure-reason.ts';
import { digestOf, isMissing, MovedPathError, readRegularFile, realPathOrParent } from './file-access.ts';
import { toLineFeeds } from './text-file.ts';

export const CHANGED_SINCE_READ =
  'File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.';

/** Larger files are left to shell commands: comparing them would hold everything else up. */
export const MAX_EDITABLE_BYTES = 16 * 1024 * 1024;

/**
 * Puts `bytes` in place of the file at once (a temporary file, then a rename; mode and owner kept) and notes that the model knows
 * the new content. `expectedDigest` is that of the bytes the change was made from, `null` for a file that mustn't exist yet:
 * anything else there is left alone and refused. Throws `WriteFailedError` when the disk won't have it.
 */
export async function replaceFile(
  realPath: string,
  bytes: Buffer,
  shownText: string,
  expectedDigest: string | null,
  context: ToolUseContext,
): Promise<void> {
  if ((await currentDigest(realPath, context)) !== expectedDigest) throw new Error(CHANGED_SINCE_READ);
  try {
    if (expectedDigest === null) await mkdir(path.dirname(realPath), { recursive: true });
    // A folder on the way may have become a link since the path was looked up.
    if ((await realPathOrParent(realPath)) !== realPath) throw new MovedPathError(realPath);
    await writeFileAtomic(realPath, bytes, { fsync: false });
  } catch (error) {
    if (error instanceof MovedPathError) throw error;
    throw new WriteFailedError(realPath, error);
  }
  context.readFileState.set(realPath, {
    content: toLineFeeds(shownText),
    mtimeMs: Date.now(),
    digest: digestOf(bytes),
    origin: 'write',
  });
}

/** A file that couldn't be written, told without the names of temporary files. Keeps the system's code. */
export class WriteFailedError extends Error {
  readonly code: string;

  constructor(file: string, cause: unknown) {
    super(`Cannot write ${file}: ${writeFailureReason(cause)}.`, { cause });
    this.name = 'WriteFailedError';
    this.code = systemCode(cause);
  }
}

async function currentDigest(realPath: string, context: ToolUseContext): Promise<string | null> {
  try {
    const { bytes } = await readRegularFile(realPath, context, MAX_EDITABLE_BYTES);
    return digestOf(bytes);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
