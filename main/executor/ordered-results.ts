import type { CallResult } from './call-result.ts';
import type { ExecutorCall } from './executor-call.ts';

/** Yields results in call order, each once. Readers wait for the next call or its result; no polling (SPEC E3). */
export class OrderedResults {
  readonly #calls: readonly ExecutorCall[];
  #changed = Promise.withResolvers<void>();
  #closed = false;
  #discarded = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(calls: readonly ExecutorCall[]) {
    this.#calls = calls;
  }

  /** Signals a new call. */
  announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  /** Signals that there are no more calls. */
  close(): void {
    this.#closed = true;
    this.announce();
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Yields nothing more, not even available results. */
  discard(): void {
    this.#discarded = true;
  }

  /** Stores an error to throw after the last result. Only the first one counts. */
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

  /** The call at that index once it exists; `undefined` if there will be none. */
  async #at(index: number): Promise<ExecutorCall | undefined> {
    for (;;) {
      if (this.#discarded) return undefined;
      const entry = this.#calls[index];
      if (entry || this.#closed) return entry;
      await this.#changed.promise;
    }
  }
}
