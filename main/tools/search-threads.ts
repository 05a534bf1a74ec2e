import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';

/** Milliseconds. A place searched in less is small: starting more threads there takes longer than they save. */
const SMALL_MS = 40;
/** One thread took longer than this: the place has grown. */
const LARGE_MS = 100;
const MAX_ROOTS = 200;

/** How many threads each search gets: searches that run at once share the cores, and a small place needs but one. */
export class SearchThreads {
  readonly #small = new LRUCache<string, true>({ max: MAX_ROOTS });
  readonly #cores: number;
  #running = 0;

  constructor(cores: number = availableParallelism()) {
    this.#cores = cores;
  }

  /** Counts a search of that place as running; `undefined` leaves it to the program. */
  start(root: string): number | undefined {
    this.#running += 1;
    if (this.#small.has(root)) return 1;
    // Each with a thread per core would only get into the others' way.
    return this.#running > 1 ? Math.max(1, Math.floor(this.#cores / this.#running)) : undefined;
  }

  /** `ms`: how long the whole search took; `undefined` when it didn't come to its end. */
  end(root: string, ms: number | undefined): void {
    this.#running -= 1;
    if (ms === undefined) return;
    if (ms < SMALL_MS) this.#small.set(root, true);
    else if (ms > LARGE_MS) this.#small.delete(root);
  }
}
