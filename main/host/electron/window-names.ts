import { createHash } from 'node:crypto';

/**
 * Names of windows, under which Electron keeps their place and size. No two windows may have one at the same time: Electron refuses the second.
 */
export class WindowNames {
  readonly #taken = new Set<string>();

  /** The folder's name, so that its window opens where it was; without a folder, that of the first window. The next free one if it is in use. */
  take(folder: string | undefined): string {
    const base = folder === undefined ? 'main' : `project-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
    let name = base;
    for (let count = 2; this.#taken.has(name); count += 1) name = `${base}-${String(count)}`;
    this.#taken.add(name);
    return name;
  }

  /** After the window has been destroyed. */
  free(name: string): void {
    this.#taken.delete(name);
  }
}
