/** Messages of one window: at once, and then per second. A person and their window send far fewer. */
const BURST = 2000;
const PER_SECOND = 500;

/** Slows down a window that sends too much: its connection isn't read until it may send again, so nothing is lost. */
export class MessageRate {
  #left = BURST;
  #at: number;

  constructor(now: number = performance.now()) {
    this.#at = now;
  }

  /** A message. Returns the milliseconds for which no further one is to be read. */
  take(now: number = performance.now()): number {
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND) - 1;
    this.#at = now;
    return this.#left >= 0 ? 0 : Math.ceil((-this.#left / PER_SECOND) * 1000);
  }
}
