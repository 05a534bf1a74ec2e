import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';

const LOOK_EVERY_MS = 1000;

/**
 * Checks every second whether a project folder still exists. It may have been renamed, deleted or unmounted, which leaves an empty folder
 * of another file system. A folder that doesn't respond keeps its last state.
 */
export class FolderWatch {
  readonly #path: string;
  readonly #onChange: () => void;
  #device: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isGone = false;

  constructor(path: string, onChange: () => void) {
    this.#path = path;
    this.#onChange = onChange;
    this.#schedule();
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    this.#timer = setTimeout(() => void this.#look(), LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    const isGone = !(await this.#isThere());
    if (this.#timer === undefined) return;
    this.#schedule();
    if (isGone === this.#isGone) return;
    this.#isGone = isGone;
    this.#onChange();
  }

  async #isThere(): Promise<boolean> {
    try {
      const stats: Stats = await stat(this.#path);
      if (!stats.isDirectory()) return false;
      this.#device ??= stats.dev;
      if (stats.dev !== this.#device && (await readdir(this.#path)).length === 0) return false;
      this.#device = stats.dev;
      return true;
    } catch {
      // Missing or closed to us: gone, for a person who works in it.
      return false;
    }
  }
}
