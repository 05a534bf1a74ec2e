import { z } from 'zod';

/** Between two that are passed on of one call: nobody sees more. Milliseconds. */
const PACE_MS = 50;

const progressSchema = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({ progressToken: z.union([z.string(), z.number()]) }),
});

/**
 * Holds what a server tells of its calls’ progress back for a moment, and then only the newest of each call: a server may report with every
 * picture of a screen, for hundreds of calls at once. Order is kept: whatever isn’t progress comes after what was told before it.
 */
export class ProgressThinner {
  readonly #pass: (message: object) => void;
  /** By the call’s token. */
  readonly #newest = new Map<string | number, object>();
  #timer: NodeJS.Timeout | undefined;

  /** `pass` gets what was held once its time has come. */
  constructor(pass: (message: object) => void) {
    this.#pass = pass;
  }

  /** What is to be passed on now, in order. */
  take(message: object | undefined): object[] {
    if (!message) return [];
    const { data } = progressSchema.safeParse(message);
    if (!data) return [...this.#release(), message];
    this.#newest.set(data.params.progressToken, message);
    this.#timer ??= setTimeout(() => this.#release().forEach(this.#pass), PACE_MS);
    return [];
  }

  /** What is held is dropped. */
  stop(): void {
    this.#release();
  }

  #release(): object[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = [...this.#newest.values()];
    this.#newest.clear();
    return held;
  }
}
