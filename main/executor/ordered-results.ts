import type { CallResult } from './call-result.ts';
import type { ExecutorCall } from './executor-call.ts';

/** Gives results in the order of the calls, each once. A reader waits for the next call or its result; nothing polls (SPEC E3). */
export class OrderedResults {
  readonly #calls: readonly ExecutorCall[];
  #changed = Promise.withResolvers<void>();
  #closed = false;
  #discarded = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(calls: readonly ExecutorCall[]) {
    this.#calls = calls;
  }

  /** There is a call more. */
  announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** There will be no more calls. */
  close(): void {
    this.#closed = true;
    this.announce();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Nothing more is given, not even what is there. */
  discard(): void {
    this.#discarded = true;
  }

  /** Kept for the reader, who learns of it after the last result; only the first one counts. */
  fail(error: unknown): void {
    this.#failure ??= { error };
  }

  async *read(): AsyncGenerator<CallResult, void, undefined> {
    for (let index = 0; ; index += 1) {
      const entry = await this.#at(index);
      if (!entry) break;
      await entry.settled;
      if (this.#discarded) return;
      if (!entry.result) continue;
      entry.state = 'yielded';
      yield entry.result;
    }
    if (!this.#discarded && this.#failure) throw this.#failure.error;
  }

  /** The call in that place as soon as it is there; `undefined` when none will come. */
  async #at(index: number): Promise<ExecutorCall | undefined> {
    for (;;) {
      if (this.#discarded) return undefined;
      const entry = this.#calls[index];
      if (entry || this.#closed) return entry;
      await this.#changed.promise;
    }
  }
}
