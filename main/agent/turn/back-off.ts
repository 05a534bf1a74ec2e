import { setTimeout as sleep } from 'node:timers/promises';

/** The pauses before failed requests are repeated, of all agents of a session. */
export class BackOff {
  #skip = new AbortController();
  #waiting = 0;

  /** Resolves after `delayMs`, when `skip` is called, or when `signal` aborts. Never rejects. */
  async wait(delayMs: number, signal: AbortSignal): Promise<{ readonly skipped: boolean }> {
    this.#waiting += 1;
    const skip = this.#skip.signal;
    // Skipped or aborted: either way the pause is over.
    await sleep(delayMs, undefined, { signal: AbortSignal.any([signal, skip]) }).catch(() => undefined);
    this.#waiting -= 1;
    return { skipped: skip.aborted };
  }

  /** Ends all pauses at once. Returns whether there was one. */
  skip(): boolean {
    if (this.#waiting === 0) return false;
    this.#skip.abort();
    this.#skip = new AbortController();
    return true;
  }
}
