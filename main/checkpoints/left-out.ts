import type { LeftOut, LeftOutReason } from '#shared/session/checkpoint.ts';

/** Named one by one; the rest is counted. */
const MAX_NAMED = 200;

/** Collects what a checkpoint doesn't cover, bounded. */
export class LeftOutList {
  readonly #items: { path: string; reason: LeftOutReason }[] = [];
  #total = 0;

  add(path: string, reason: LeftOutReason): void {
    this.#total += 1;
    if (this.#items.length < MAX_NAMED) this.#items.push({ path, reason });
  }

  names(path: string): boolean {
    return this.#items.some((item) => item.path === path);
  }

  /** @param max how many are named. */
  result(max = MAX_NAMED): LeftOut {
    return { total: this.#total, items: this.#items.slice(0, max) };
  }
}
