import { createLogger } from '#main/log/logger.ts';
/** An answer that is there by then leaves no time for it, and the work between two answers shouldn't share the machine with it. */

const log = createLogger('checkpoints');
const DELAY_MS = 500;

/**
 * Has the files of a project read while the model thinks, so that the first call that changes something needn't wait until a large
 * project is read. Once, in the first answer that takes its time.
 */
export class WarmUp {
  readonly #read: (signal: AbortSignal) => Promise<unknown>;
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isDone = false;
  #reading: Promise<unknown> = Promise.resolve();

  /** @param read is aborted when the session closes; may reject. */
  constructor(read: (signal: AbortSignal) => Promise<unknown>) {
    this.#read = read;
  }

  requestStarted(): void {
    if (this.#isDone) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isDone = true;
      this.#reading = this.#read(this.#closed.signal).catch((error: unknown) =>
        log.debug('The project’s files could not be read ahead', error),
      );
    }, DELAY_MS);
    this.#timer.unref();
  }

  /** The answer is there, or (for good) a checkpoint is being taken. */
  dismiss({ forGood }: { readonly forGood: boolean }): void {
    clearTimeout(this.#timer);
    this.#isDone ||= forGood;
  }

  /** Resolves when nothing is being read any more. */
  async close(): Promise<void> {
    this.dismiss({ forGood: true });
    this.#closed.abort();
    await this.#reading;
  }
}
