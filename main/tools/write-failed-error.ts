import { z } from 'zod';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
};

const codeSchema = z.object({ code: z.string() });

/** A file that couldn't be written, told without the names of temporary files. Keeps the system's code. */
export class WriteFailedError extends Error {
  readonly code: string;

  constructor(file: string, cause: unknown) {
    const parsed = codeSchema.safeParse(cause);
    const code = parsed.success ? parsed.data.code : '';
    const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
    super(`Cannot write ${file}: ${reason}${code === '' ? '' : ` (${code})`}.`, { cause });
    this.name = 'WriteFailedError';
    this.code = code;
  }
}
