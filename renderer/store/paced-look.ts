export interface Look<T> {
  /** What is looked at. When that changes, what an earlier look finds is void. */
  readonly of: string;
  readonly look: () => Promise<T>;
  /** Milliseconds from now at least, and since the look before. */
  readonly after: number;
  readonly pause: number;
}

export interface LookEvents<T> {
  readonly onSeen: (of: string, seen: T) => void;
  readonly onFailed: (of: string, message: string) => void;
}

/**
 * Looks again and again at something that keeps changing: one look at a time, and never more often than one is told to. What is asked for
 * meanwhile is one more look, at what was named last; however often it is asked for, a look that is due isn't put off.
 */
export class PacedLook<T> {
  readonly #events: LookEvents<T>;
  #wanted: Look<T> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #of = '';
  #busy = false;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(events: LookEvents<T>) {
    this.#events = events;
  }

  ask(wanted: Look<T>): void {
    const now = performance.now();
    this.#dueAt = Math.min(this.#of === wanted.of ? this.#dueAt : now, Math.max(now + wanted.after, this.#endedAt + wanted.pause));
    this.#of = wanted.of;
    this.#wanted = wanted;
    this.#schedule();
  }

  /** Nothing more is seen. */
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
    const { of, look } = this.#wanted ?? {};
    if (of === undefined || !look) return;
    this.#wanted = undefined;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#busy = true;
    const tell = await look().then(
      (seen) => () => this.#events.onSeen(of, seen),
      (error: unknown) => () => this.#events.onFailed(of, error instanceof Error ? error.message : String(error)),
    );
    this.#busy = false;
    this.#endedAt = performance.now();
    if (of === this.#of) tell();
    this.#schedule();
  }
}
