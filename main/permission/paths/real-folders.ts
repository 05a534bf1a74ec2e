import { realPath } from './real-path.ts';

/**
 * Where folders really lead, looked up once per turn of the event loop: one call is asked about several times within it, and each look
 * takes as long as all the rest of a decision.
 */
export class RealFolders {
  readonly #known = new Map<string, string>();

  /** The folder itself where it can’t be told. */
  of(folder: string): string {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    if (this.#known.size === 0) setImmediate(() => this.#known.clear());
    const real = realPath(folder) ?? folder;
    this.#known.set(folder, real);
    return real;
  }
}
