/** Maximum number of wrong tokens from one address within the period; more are refused until it has passed. */
const MAX_ATTEMPTS = 10;
const WITHIN_MS = 60_000;
const MAX_ADDRESSES = 1000;

/** Counts wrong tokens. A right one always counts, so that nobody can lock another out. */
export class AttemptLimit {
  readonly #attempts = new Map<string, number[]>();

  /** A wrong token from `address`. Returns how many seconds it has to wait; 0 while it may go on. */
  failed(address: string, now: number = performance.now()): number {
    const recent = (this.#attempts.get(address) ?? []).filter((at) => now - at < WITHIN_MS);
    const [oldest = now] = recent;
    const isOver = recent.length >= MAX_ATTEMPTS;
    if (!isOver) recent.push(now);
    // Moved to the end: the oldest address is dropped.
    this.#attempts.delete(address);
    this.#attempts.set(address, recent);
    const [first] = this.#attempts.keys();
    if (this.#attempts.size > MAX_ADDRESSES && first !== undefined) this.#attempts.delete(first);
    return isOver ? Math.ceil((WITHIN_MS - (now - oldest)) / 1000) : 0;
  }
}
