import { createLogger } from '#main/log/logger.ts';

const log = createLogger('checkpoints');
/** An answer that takes less time leaves none for reading, and work between two answers shouldn't compete with it. */
const DELAY_MS = 500;

/**
 * Reads the files of a project while the model works on its answer, so that the first call that changes something needn't wait for a large
 * project. Once, during the first answer that takes long enough.
 */
export class WarmUp {
  readonly #read: (signal: AbortSignal) => Promise<unknown>;
  readonly #closed = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isDone = false;
  #reading: Promise<unknown> = Promise.resolve();

  /** @param read aborted when the session closes; may reject. */
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

  /** The answer has arrived, or (`permanently`) a checkpoint is being created. */
  dismiss({ permanently }: { readonly permanently: boolean }): void {
    clearTimeout(this.#timer);
    this.#isDone ||= permanently;
  }

  /** Resolves when nothing is being read any more. */
  async close(): Promise<void> {
    this.dismiss({ permanently: true });
    this.#closed.abort();
    await this.#reading;
  }
}
