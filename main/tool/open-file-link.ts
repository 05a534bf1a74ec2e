import { fstatSync, lstatSync } from 'node:fs';

/** An open file and the path it was opened at. */
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

  /** Whether the path still leads to that file: else what is written to it is lost once it is closed. Never throws. */
  isStillLinked(): boolean {
    try {
      const { dev, ino } = lstatSync(this.#path);
      return dev === this.#dev && ino === this.#ino;
    } catch {
      return false;
    }
  }
}
