import type { Span } from '#shared/session/call-record.ts';

export type StepOutcome = Span['outcome'];

/** The steps of one call with their times. Durations come from a clock that never jumps. */
export class SpanRecorder {
  readonly #spans: Span[] = [];
  readonly #offset = Date.now() - performance.now();

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Runs one step; `outcomeOf` says from its value whether the call goes on. A throw counts as failed and passes through. */
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

  /** Epoch milliseconds, to the microsecond. */
  #now(): number {
    return Math.round((this.#offset + performance.now()) * 1000) / 1000;
  }
}
