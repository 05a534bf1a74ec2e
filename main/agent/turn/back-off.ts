import { setTimeout as sleep } from 'node:timers/promises';

/** The pauses before failed requests are repeated, of all agents of a session. */
export class BackOff {
  #skip = new AbortController();
  #waiting = 0;

  /** Resolves after `delayMs`, when `skip` is called, or when `signal` aborts. Never rejects. */
  async wait(delayMs: number, signal: AbortSignal): Promise<void> {
    this.#waiting += 1;
    // Skipped or aborted: either way the pause is over.
    await sleep(delayMs, undefined, { signal: AbortSignal.any([signal, this.#skip.signal]) }).catch(() => undefined);
    this.#waiting -= 1;
  }

  /** Ends all pauses at once. Returns whether there was one. */
  skip(): boolean {
    if (this.#waiting === 0) return false;
    this.#skip.abort();
    this.#skip = new AbortController();
    return true;
  }
}
