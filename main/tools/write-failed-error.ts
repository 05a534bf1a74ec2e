import { systemCode, writeFailureReason } from '#main/tool/write-failure-reason.ts';

/** A file that couldn't be written, told without the names of temporary files. Keeps the system's code. */
export class WriteFailedError extends Error {
  readonly code: string;

  constructor(file: string, cause: unknown) {
    super(`Cannot write ${file}: ${writeFailureReason(cause)}.`, { cause });
    this.name = 'WriteFailedError';
    this.code = systemCode(cause);
  }
}
