import type { Span } from '#shared/session/call-record.ts';

export type StepOutcome = Span['outcome'];

/** Records the steps of one call with their times. Durations use a monotonic clock. */
export class SpanRecorder {
  readonly #spans: Span[] = [];
  readonly #offset = Date.now() - performance.now();

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Runs one step; `outcomeOf` derives from its value whether the call continues. An exception is recorded as failed and rethrown. */
  async step<T>(name: string, work: () => T | Promise<T>, outcomeOf: (value: T) => StepOutcome): Promise<T> {
    const start = this.#now();
    try {
      const value = await work();
      this.#spans.push({ step: name, start, end: this.#now(), outcome: outcomeOf(value) });
      return value;
    } catch (error) {
      this.#spans.push({ step: name, start, end: this.#now(), outcome: 'failed' });
      throw error;
    }
  }

  /** Epoch milliseconds with microsecond resolution. */
  #now(): number {
    return Math.round((this.#offset + performance.now()) * 1000) / 1000;
  }
}
