/** A time limit that can be paused and resumed. */
export class TimeLimit {
  readonly #onEnd: () => void;
  #left: number | null;
  #startedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Milliseconds; `null`: none. */
  constructor(ms: number | null, onEnd: () => void) {
    this.#left = ms;
    this.#onEnd = onEnd;
    this.resume();
  }

  pause(): void {
    if (this.#left === null || this.#timer === undefined) return;
    this.end();
    this.#left = Math.max(0, this.#left - (performance.now() - this.#startedAt));
  }

  resume(): void {
    if (this.#left === null || this.#timer !== undefined) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => {
      this.#left = null;
      this.#onEnd();
    }, this.#left);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
