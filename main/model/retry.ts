import type { ModelError, ModelErrorKind } from './model-error.ts';

/** Total attempts, the first included. */
const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 32_000;
/** A longer `retry-after` isn't waited for; the error is shown instead. */
const LONGEST_RETRY_AFTER_MS = 120_000;

export interface RetryPolicy {
  /** Factor for every delay; 0 in tests. */
  readonly scale: number;
  readonly maxAttempts: number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

export const DEFAULT_RETRY: RetryPolicy = { scale: 1, maxAttempts: MAX_ATTEMPTS, random: Math.random };

const GIVEN_UP_SOONER: ReadonlySet<ModelErrorKind> = new Set(['unreachable', 'malformed', 'stalled']);

/**
 * Milliseconds to wait after `attempt` (1 = the first) failed; `null` to give up. Starts at half a second and doubles, with up to 25 %
 * jitter; the server's `retry-after` takes precedence. Gives up sooner on an unreachable server, which rarely recovers by itself, and on
 * malformed or stalled answers.
 */
export function retryDelay(error: ModelError, attempt: number, policy: RetryPolicy): number | null {
  const most = GIVEN_UP_SOONER.has(error.kind) ? Math.min(3, policy.maxAttempts) : policy.maxAttempts;
  if (!error.retryable || attempt >= most) return null;
  if (error.retryAfterMs !== undefined)
    return error.retryAfterMs > LONGEST_RETRY_AFTER_MS ? null : Math.round(error.retryAfterMs * policy.scale);
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.round(delay * (1 - policy.random() / 4) * policy.scale);
}

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
