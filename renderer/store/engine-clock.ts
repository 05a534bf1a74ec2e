/** Differences up to this are delay or noise, not another machine's clock. Milliseconds. */
const TOLERANCE = 2000;

/**
 * The engine's clock as seen from here. The window may run on another machine: bars that are still growing must be measured
 * by the clock that stamped their start. Every live event arrives a little after its stamp, so the largest difference seen
 * is the closest.
 */
export class ClockSkew {
  #skew: number | undefined;

  /** `stamped` is the time of an event that has just arrived. */
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

/** Tells the clock of an event that has just happened. One that is fetched again, however old, says nothing of it. */
export function observeEventTime(at: number): void {
  skew.observe(at, Date.now());
}

/** Since when nothing is heard of the engine; `null` while it is. */
let heldAt: number | null = null;

/** The engine's time now, in epoch milliseconds; while it can't be reached, when it was last. */
export function engineNow(): number {
  return heldAt ?? skew.now(Date.now());
}

/** Nobody knows what goes on over a broken line: what counts stands still until it is back. */
export function holdEngineTime(held: boolean): void {
  heldAt = held ? engineNow() : null;
}

export function isEngineTimeHeld(): boolean {
  return heldAt !== null;
}
