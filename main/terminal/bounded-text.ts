import { RecentText } from './recent-text.ts';

/** Collects text of any length in bounded memory: the first `headLimit` and the last `tailLimit` characters. */
export class BoundedText {
  readonly #headLimit: number;
  readonly #tail: RecentText;
  #head = '';

  constructor(headLimit: number, tailLimit: number) {
    this.#headLimit = headLimit;
    this.#tail = new RecentText(tailLimit);
  }

  push(text: string): void {
    const room = this.#headLimit - this.#head.length;
    if (room > 0) this.#head += text.slice(0, room);
    if (text.length > room) this.#tail.push(text.slice(room));
  }

  /** `dropped` counts the characters left out between `head` and `tail`; 0 means that `head + tail` is everything. */
  parts(): { readonly head: string; readonly tail: string; readonly dropped: number } {
    const { text, offset } = this.#tail.read();
    return { head: this.#head, tail: text, dropped: offset };
  }
}
