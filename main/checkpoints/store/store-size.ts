import { formatBytes } from '#shared/format-bytes.ts';
import { CheckpointError } from '../checkpoint-error.ts';
import { measure } from './tidy.ts';

/** Tidying a store takes a while, and new objects can't be removed at once anyway. */
const AGAIN_AFTER_MS = 10 * 60_000;

export interface StoreSizeOptions {
  readonly storeDir: string;
  /** Above this size the oldest checkpoints are removed. */
  readonly maxBytes: number;
  /** Removes the oldest checkpoints. Never rejects. */
  readonly tidy: () => Promise<void>;
}

/**
 * Limits the size of a store between two daily runs of `tidy`: above the limit the oldest checkpoints are removed in the background; above
 * twice the limit, before anything new is stored.
 */
export class StoreSize {
  readonly #options: StoreSizeOptions;
  /** Measured once, then increased; `undefined`: not measured yet. */
  #bytes: number | undefined;
  #tidying: Promise<void> | undefined;
  #tidiedAt = Number.NEGATIVE_INFINITY;
  #hasGrown = false;

  constructor(options: StoreSizeOptions) {
    this.#options = options;
  }

  /** Counted before packing, so an overestimate. */
  wrote(bytes: number): void {
    this.#hasGrown ||= bytes > 0;
    if (this.#bytes !== undefined) this.#bytes += bytes;
  }

  /** @throws CheckpointError when there is no space for another checkpoint. */
  async assertBelowLimit(): Promise<void> {
    const { storeDir, maxBytes } = this.#options;
    this.#bytes ??= (await measure(storeDir)).bytes;
    if (this.#bytes <= maxBytes) return;
    const isFull = this.#bytes > 2 * maxBytes;
    if ((isFull && this.#hasGrown) || performance.now() - this.#tidiedAt > AGAIN_AFTER_MS) this.#tidying ??= this.#tidy();
    if (isFull) await this.#tidying;
    if (this.#bytes > 2 * maxBytes)
      throw new CheckpointError(`its checkpoints take ${formatBytes(this.#bytes)} already, and the newest are kept for two hours`);
  }

  async #tidy(): Promise<void> {
    const { storeDir, tidy } = this.#options;
    this.#tidiedAt = performance.now();
    this.#hasGrown = false;
    await tidy();
    this.#bytes = (await measure(storeDir)).bytes;
    this.#tidying = undefined;
  }
}
