import { errorCode } from '#shared/error-code.ts';
import { errorMessage } from '#shared/error-message.ts';

/** Why no checkpoint could be created or read, as a clause for people: “git isn’t installed”. */
export class CheckpointError extends Error {
  override readonly name = 'CheckpointError';
}

/** The clause for any error. */
export function checkpointErrorReason(error: unknown): string {
  if (error instanceof CheckpointError) return error.message;
  if (errorCode(error) === 'ENOSPC') return 'the disk is full';
  return errorMessage(error);
}
