import { errorMessage } from '#shared/error-message.ts';
import { z } from 'zod';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk reports an error',
  EFBIG: 'no file may grow so large here',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
};

const codeSchema = z.object({ code: z.string() });

/** The system error code, such as `ENOSPC`; empty if there is none. */
export function systemCode(error: unknown): string {
  const parsed = codeSchema.safeParse(error);
  return parsed.success ? parsed.data.code : '';
}

/** Why a file couldn't be written, as a clause that ends a sentence, with the system error code if any. */
export function writeFailureReason(error: unknown): string {
  const code = systemCode(error);
  const reason = REASONS[code] ?? errorMessage(error);
  return code === '' ? reason : `${reason} (${code})`;
}
