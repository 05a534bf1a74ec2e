import { errorMessage } from '#shared/error-message.ts';

export interface Poll<T> {
  /** Identifies what is polled. When it changes, results of earlier polls are discarded. */
  readonly of: string;
  readonly fetch: () => Promise<T>;
  /** Minimum delay from now and since the previous poll. Milliseconds. */
  readonly after: number;
  readonly pause: number;
}

export interface PollEvents<T> {
  readonly onSeen: (of: string, seen: T) => void;
  readonly onFailed: (of: string, message: string) => void;
}

/**
 * Polls a changing source: one request at a time, never more often than the given delay. Requests made meanwhile collapse into one more
 * poll of the latest target; a scheduled poll is never postponed.
 */
export class Poller<T> {
  readonly #events: PollEvents<T>;
  #wanted: Poll<T> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #of = '';
  #busy = false;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(events: PollEvents<T>) {
    this.#events = events;
  }

  ask(wanted: Poll<T>): void {
    const now = performance.now();
    this.#dueAt = Math.min(this.#of === wanted.of ? this.#dueAt : now, Math.max(now + wanted.after, this.#endedAt + wanted.pause));
    this.#of = wanted.of;
    this.#wanted = wanted;
    this.#schedule();
  }

  /** Drops pending and running polls. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wanted = undefined;
    this.#of = '';
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#busy && this.#wanted) this.#timer = setTimeout(() => void this.#go(), Math.max(0, this.#dueAt - performance.now()));
  }

  async #go(): Promise<void> {
    const { of, fetch } = this.#wanted ?? {};
    if (of === undefined || !fetch) return;
    this.#wanted = undefined;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#busy = true;
    const report = await fetch().then(
      (seen) => () => this.#events.onSeen(of, seen),
      (error: unknown) => () => this.#events.onFailed(of, errorMessage(error)),
    );
    this.#busy = false;
    this.#endedAt = performance.now();
    if (of === this.#of) report();
    this.#schedule();
  }
}
