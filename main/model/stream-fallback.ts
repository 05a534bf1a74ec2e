import type { ModelError } from './model-error.ts';

/**
 * Whether to ask again without streaming (SPEC A1): a retry of the same kind would fail the same way. That is so where the server
 * can't stream, where a stream fell silent (often a proxy that holds it back), and where a second one in a row made no sense. A
 * connection that breaks off and a server that fails are left to the usual retry.
 */
export function isWorthAskingUnstreamed(error: ModelError, before: ModelError | undefined): boolean {
  return error.cannotStream !== undefined || error.kind === 'stalled' || (error.kind === 'malformed' && before?.kind === 'malformed');
}

/** Requests in a row whose stream failed after which no further one is tried. */
const MAX_FAILED = 2;

/** Whether streams are still worth asking for in a turn: one that fails may be an accident, a server that says it can't is believed. */
export class StreamTrust {
  #failed = 0;

  get isLost(): boolean {
    return this.#failed >= MAX_FAILED;
  }

  /** A request was asked again without streaming, after this. */
  failed(error: ModelError): void {
    this.#failed += error.cannotStream === 'told' ? MAX_FAILED : 1;
  }

  /** An answer came through as a stream. */
  worked(): void {
    this.#failed = 0;
  }
}

const REFUSED =
  /not (?:be )?(?:support|allow|enabl|implement|availab|permit)|unsupported|n['’]t support|disabled|must be false|not a supported/i;

/** Whether an error answer says that streaming is what the server doesn't do. */
export function refusesStreaming(status: number, message: string): boolean {
  return [400, 405, 406, 415, 422, 501].includes(status) && /\bstream/i.test(message) && REFUSED.test(message);
}
