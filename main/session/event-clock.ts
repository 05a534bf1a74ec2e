/**
 * The time of events: the system's, as long as that goes forwards. When it jumps back, time goes on from the last event at its real
 * pace, so that nothing lies before what came before it and durations stay what they were.
 */
export class EventClock {
  #last: number;
  #lastTick = performance.now();

  /** `last`: the time of the last event there is already, epoch milliseconds. */
  constructor(last: number) {
    this.#last = last;
  }

  /** Epoch milliseconds, never less than before. */
  now(): number {
    const tick = performance.now();
    this.#last = Math.max(this.#last + Math.floor(tick - this.#lastTick), Date.now());
    this.#lastTick = tick;
    return this.#last;
  }
}
