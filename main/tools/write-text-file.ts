import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { systemCode, writeFailureReason } from '#main/tool/write-failure-reason.ts';
import { isMissing } from '#shared/error-code.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import { digestOf, MovedPathError, readRegularFile, realPathOrParent } from './file-access.ts';
import { toLineFeeds } from './text-file.ts';

/** Larger files can't be edited: comparing them would block the engine. */
export const MAX_EDITABLE_BYTES = 16 * 1024 * 1024;

/**
 * Replaces the file's content atomically with `bytes` (temporary file, then rename) and keeps mode and owner. `expectedDigest` is that of the
 * content that the change is based on, `null` for a file that must not exist yet: a file with any other content stays, and the write is
 * refused. Throws `WriteFailedError` if it can't be written.
 */
export async function placeFile(
  realPath: string,
  bytes: Buffer,
  expectedDigest: string | null,
  context: ToolUseContext,
  changed: string = AGENT_ERRORS.changedSinceRead,
): Promise<void> {
  if ((await currentDigest(realPath, context)) !== expectedDigest) throw new Error(changed);
  try {
    if (expectedDigest === null) await mkdir(path.dirname(realPath), { recursive: true });
    // A parent folder may have become a link since the path was resolved.
    if ((await realPathOrParent(realPath)) !== realPath) throw new MovedPathError(realPath);
    await writeFileAtomic(realPath, bytes, { fsync: false });
  } catch (error) {
    if (error instanceof MovedPathError) throw error;
    throw new WriteFailedError(realPath, error);
  }
}

/** Like `placeFile`, and records that the model knows the new content. */
export async function replaceFile(
  realPath: string,
  bytes: Buffer,
  shownText: string,
  expectedDigest: string | null,
  context: ToolUseContext,
): Promise<void> {
  await placeFile(realPath, bytes, expectedDigest, context);
  context.readFileState.set(realPath, {
    content: toLineFeeds(shownText),
    mtimeMs: Date.now(),
    digest: digestOf(bytes),
    origin: 'write',
  });
  context.services.languages?.changed(realPath, shownText);
}

/** Thrown if a file can't be written. The message doesn't mention temporary files; `code` is the system's. */
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
