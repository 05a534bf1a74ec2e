import { errorMessage } from '../error-message.ts';
import type { WireError } from './message.ts';

/** The only error class sent over the port: a code for programs and a message for people. */
export class AppError extends Error {
  readonly code: WireError['code'];
  constructor(code: WireError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
  }
}

/** The error as sent to a window. Unexpected errors keep their message (it is the user's own machine) but never a stack. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  return { code: 'internal', message: errorMessage(error) };
}
