import { fstatSync, lstatSync } from 'node:fs';

/** Checks whether an open file is still the one at its path. */
export class OpenFileLink {
  readonly #path: string;
  readonly #dev: number;
  readonly #ino: number;

  constructor(path: string, fd: number) {
    const { dev, ino } = fstatSync(fd);
    this.#path = path;
    this.#dev = dev;
    this.#ino = ino;
  }

  /** `false` if the file was removed or replaced: anything written to it is lost when it is closed. Never throws. */
  isStillLinked(): boolean {
    try {
      const { dev, ino } = lstatSync(this.#path);
      return dev === this.#dev && ino === this.#ino;
    } catch {
      // It was removed.
      return false;
    }
  }
}
