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
