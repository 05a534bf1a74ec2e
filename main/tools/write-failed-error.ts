import { systemCode, whyNotWritten } from '#main/tool/why-not-written.ts';

/** A file that couldn't be written, told without the names of temporary files. Keeps the system's code. */
export class WriteFailedError extends Error {
  readonly code: string;

  constructor(file: string, cause: unknown) {
    super(`Cannot write ${file}: ${whyNotWritten(cause)}.`, { cause });
    this.name = 'WriteFailedError';
    this.code = systemCode(cause);
  }
}
