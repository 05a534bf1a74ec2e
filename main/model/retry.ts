import type { ModelError, ModelErrorKind } from './model-error.ts';

/** Attempts in all before a turn gives up. */
const MAX_ATTEMPTS = 8;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 32_000;
/** A server that asks for more is not waited for: the person is told instead. */
const LONGEST_RETRY_AFTER_MS = 120_000;

export interface RetryPolicy {
  /** Multiplies every delay; 0 in tests. */
  readonly scale: number;
  readonly maxAttempts: number;
  /** 0 ≤ n < 1. */
  readonly random: () => number;
}

export const DEFAULT_RETRY: RetryPolicy = { scale: 1, maxAttempts: MAX_ATTEMPTS, random: Math.random };

const GIVEN_UP_SOONER: ReadonlySet<ModelErrorKind> = new Set(['unreachable', 'malformed', 'stalled']);

/**
 * Milliseconds to wait after `attempt` (1 = the first) failed, `null` to give up. Doubles from half a second, with up to a
 * quarter of jitter; a `retry-after` of the server counts instead. A dead address is given up sooner, it rarely comes back by itself,
 * and so is one that makes no sense or falls silent.
 */
export function retryDelay(error: ModelError, attempt: number, policy: RetryPolicy): number | null {
  const most = GIVEN_UP_SOONER.has(error.kind) ? Math.min(3, policy.maxAttempts) : policy.maxAttempts;
  if (!error.retryable || attempt >= most) return null;
  if (error.retryAfterMs !== undefined)
    return error.retryAfterMs > LONGEST_RETRY_AFTER_MS ? null : Math.round(error.retryAfterMs * policy.scale);
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return Math.round(delay * (1 - policy.random() / 4) * policy.scale);
}
