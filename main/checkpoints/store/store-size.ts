import { CheckpointError } from '../checkpoint-error.ts';
import { measure } from './tidy.ts';

/** Tidying a store takes a while, and new objects can't be removed at once anyway. */
const AGAIN_AFTER_MS = 10 * 60_000;

export interface StoreSizeOptions {
  readonly storeDir: string;
  /** From here on the oldest checkpoints go. */
  readonly maxBytes: number;
  /** Lets them go. Never rejects. */
  readonly tidy: () => Promise<void>;
}

/**
 * Keeps a store from growing without bound between two daily tidyings: past its size the oldest go beside the work, past twice its size
 * nothing new is kept before they have.
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

  /** Not packed yet, so rather more than it comes to. */
  wrote(bytes: number): void {
    this.#hasGrown ||= bytes > 0;
    if (this.#bytes !== undefined) this.#bytes += bytes;
  }

  /** @throws CheckpointError when there is no room for another checkpoint. */
  async assertBelowLimit(): Promise<void> {
    const { storeDir, maxBytes } = this.#options;
    this.#bytes ??= (await measure(storeDir)).bytes;
    if (this.#bytes <= maxBytes) return;
    const isFull = this.#bytes > 2 * maxBytes;
    if ((isFull && this.#hasGrown) || performance.now() - this.#tidiedAt > AGAIN_AFTER_MS) this.#tidying ??= this.#tidy();
    if (isFull) await this.#tidying;
    if (this.#bytes > 2 * maxBytes)
      throw new CheckpointError(`its checkpoints take ${formatSize(this.#bytes)} already, and the newest are kept for two hours`);
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

function formatSize(bytes: number): string {
  return bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`;
}
