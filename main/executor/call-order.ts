import type { ExecutorCall } from './executor-call.ts';

/** The calls of one response in the order they were asked for, and the rule of what may start when (SPEC E1, E2). */
export class CallOrder {
  readonly calls: ExecutorCall[] = [];
  readonly #executing = new Set<ExecutorCall>();
  readonly #cap: number;
  /** Calls before this one are no longer queued. */
  #begun = 0;
  #unfinished = 0;

  constructor(cap: number) {
    this.#cap = cap;
  }

  get isIdle(): boolean {
    return this.#executing.size === 0;
  }

  /** Every call so far has its result. */
  get isDone(): boolean {
    return this.#unfinished === 0;
  }

  add(entry: ExecutorCall): void {
    this.calls.push(entry);
    this.#unfinished += 1;
  }

  start(entry: ExecutorCall): void {
    entry.state = 'executing';
    this.#executing.add(entry);
  }

  finish(entry: ExecutorCall): void {
    this.#executing.delete(entry);
    this.#unfinished -= 1;
  }

  /** The first call that hasn't begun. Remembers how far the others reach: one response may hold thousands. */
  nextQueued(): ExecutorCall | undefined {
    for (; this.#begun < this.calls.length; this.#begun += 1) {
      const entry = this.calls[this.#begun];
      if (entry?.state === 'queued') return entry;
    }
    return undefined;
  }

  /** Alone, or beside safe ones as a safe one when there is a slot. */
  mayStart(entry: ExecutorCall): boolean {
    if (this.isIdle) return true;
    return entry.safe && [...this.#executing].every(({ safe }) => safe) && this.#hasSlot();
  }

  /** Those whose wait for a person is over come before those that haven't begun. */
  resumeWaiting(): void {
    for (const entry of this.#executing) {
      if (entry.isInLine && this.#hasSlot()) entry.letGo();
    }
  }

  /** The first of those that need the place for themselves goes on once all others have ended or wait for the same. */
  letOneBeAlone(): void {
    const running = [...this.#executing];
    if (running.every(({ waitsAlone }) => waitsAlone)) running[0]?.letGo();
  }

  #hasSlot(): boolean {
    let taken = 0;
    for (const { takesSlot } of this.#executing) taken += takesSlot ? 1 : 0;
    return taken < this.#cap;
  }
}
