import { inSlices } from '#main/tool/in-slices.ts';
import { stringifying } from './stringifying.ts';

/** Serializes messages for a socket, in order. A large one is serialized in steps of a few milliseconds, and later ones wait for it. */
export class JsonLine {
  readonly #write: (text: string) => void;
  readonly #waiting: unknown[] = [];
  #busy = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  send(message: unknown): void {
    this.#waiting.push(message);
    if (!this.#busy) void this.#writeWaiting();
  }

  async #writeWaiting(): Promise<void> {
    this.#busy = true;
    try {
      while (this.#waiting.length > 0) this.#write((await inSlices(stringifying(this.#waiting.shift()))) ?? 'null');
    } finally {
      this.#busy = false;
    }
  }
}
