/**
 * The time of events: the system's, unless it jumps back. Then time continues from the last event at its real pace, so that events stay in
 * order and durations stay right.
 */
export class EventClock {
  #last: number;
  #lastTick = performance.now();

  /** `last`: time of the last existing event, epoch milliseconds. */
  constructor(last: number) {
    this.#last = last;
  }

  /** Epoch milliseconds, never decreasing. */
  now(): number {
    const tick = performance.now();
    this.#last = Math.max(this.#last + Math.floor(tick - this.#lastTick), Date.now());
    this.#lastTick = tick;
    return this.#last;
  }
}
