import { setTimeout as sleep } from 'node:timers/promises';

/** Delays before the five attempts, in milliseconds. */
const DELAYS = [1000, 2000, 4000, 8000, 16_000];

interface Reconnection {
  /** Delays in milliseconds; for tests. */
  readonly delays?: readonly number[] | undefined;
  readonly signal: AbortSignal;
  /** Returns `true` if no further attempt is needed or useful. */
  readonly attempt: (number: number) => Promise<boolean>;
}

/** Tries to connect a few times, with a delay that doubles each time. */
export async function reconnect({ delays = DELAYS, signal, attempt }: Reconnection): Promise<void> {
  for (const [index, delay] of delays.entries()) {
    // Aborted: checked next.
    await sleep(delay, undefined, { ref: false, signal }).catch(() => undefined);
    if (signal.aborted || (await attempt(index + 1))) return;
  }
}
