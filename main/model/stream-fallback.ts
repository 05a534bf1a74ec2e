import type { ModelError } from './model-error.ts';

/**
 * Whether to ask again without streaming (SPEC A1), because a streaming retry would fail the same way: the server can't stream, the
 * stream stalled (often due to a buffering proxy), or two in a row were malformed. Lost connections and server errors get the usual
 * retry.
 */
export function isWorthAskingUnstreamed(error: ModelError, before: ModelError | undefined): boolean {
  return error.cannotStream !== undefined || error.kind === 'stalled' || (error.kind === 'malformed' && before?.kind === 'malformed');
}

/** Consecutive failed streams after which no further one is tried. */
const MAX_FAILED = 2;

/** Whether to keep streaming in a turn: a single failure may be an accident, but a server that says it can't stream is believed. */
export class StreamTrust {
  #failed = 0;

  get isLost(): boolean {
    return this.#failed >= MAX_FAILED;
  }

  /** A request had to be repeated without streaming because of this error. */
  failed(error: ModelError): void {
    this.#failed += error.cannotStream === 'told' ? MAX_FAILED : 1;
  }

  /** An answer was streamed successfully. */
  worked(): void {
    this.#failed = 0;
  }
}

const REFUSED =
  /not (?:be )?(?:support|allow|enabl|implement|availab|permit)|unsupported|n['’]t support|disabled|must be false|not a supported/i;

/** Whether an error response says that the server doesn't support streaming. */
export function refusesStreaming(status: number, message: string): boolean {
  return [400, 405, 406, 415, 422, 501].includes(status) && /\bstream/i.test(message) && REFUSED.test(message);
}
