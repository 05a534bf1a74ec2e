/** Offsets up to this are latency or jitter, not another machine's clock. Milliseconds. */
const TOLERANCE = 2000;

/**
 * Estimates the engine's clock. The window may run on another machine, and bars that are still growing must be measured by the clock that
 * stamped their start. Every live event arrives slightly after its timestamp, so the largest observed offset is the most accurate.
 */
export class ClockSkew {
  #skew: number | undefined;

  /** `stamped`: the timestamp of an event that has just arrived. */
  observe(stamped: number, here: number): void {
    const difference = stamped - here;
    if (this.#skew === undefined || difference > this.#skew) this.#skew = difference;
  }

  now(here: number): number {
    const skew = this.#skew ?? 0;
    return Math.abs(skew) > TOLERANCE ? here + skew : here;
  }
}

const skew = new ClockSkew();

/**
 * Records the timestamp of an event that has just happened. Don't call it for refetched events: they say nothing about the current offset.
 */
export function observeEventTime(at: number): void {
  skew.observe(at, Date.now());
}

/** When the connection was lost; `null` while connected. */
let heldAt: number | null = null;

/** The engine's current time in epoch milliseconds; while disconnected, the time of the last contact. */
export function engineNow(): number {
  return heldAt ?? skew.now(Date.now());
}

/** Freezes the engine's time while disconnected, since the state of running calls is unknown until the connection is back. */
export function holdEngineTime(held: boolean): void {
  heldAt = held ? engineNow() : null;
}

export function isEngineTimeHeld(): boolean {
  return heldAt !== null;
}
