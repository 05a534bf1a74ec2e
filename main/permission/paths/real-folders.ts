import { realPath } from './real-path.ts';

/**
 * Caches the real paths of folders for one turn of the event loop: one call is checked several times within it, and each lookup takes as
 * long as the rest of a decision.
 */
export class RealFolders {
  readonly #known = new Map<string, string>();

  /** The folder itself if it can't be resolved. */
  of(folder: string): string {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    if (this.#known.size === 0) setImmediate(() => this.#known.clear());
    const real = realPath(folder) ?? folder;
    this.#known.set(folder, real);
    return real;
  }
}
