/** Small pieces are joined up to this size, to keep their number small. */
const PIECE = 16 * 1024;

/** The last `limit` characters (and up to one piece more) of a stream of text. */
export class RecentText {
  readonly #limit: number;
  #pieces: string[] = [];
  #kept = 0;
  #dropped = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Characters pushed so far. */
  get total(): number {
    return this.#dropped + this.#kept;
  }

  push(text: string): void {
    const last = this.#pieces.at(-1);
    if (last !== undefined && last.length + text.length <= PIECE) this.#pieces[this.#pieces.length - 1] = last + text;
    else this.#pieces.push(text);
    this.#kept += text.length;
    while (this.#kept - (this.#pieces[0]?.length ?? 0) >= this.#limit) {
      const gone = this.#pieces.shift()?.length ?? 0;
      this.#kept -= gone;
      this.#dropped += gone;
    }
  }

  /** At most `limit` characters, and the number of those before them. */
  read(): { readonly text: string; readonly offset: number } {
    const joined = this.#pieces.join('');
    const excess = Math.max(0, joined.length - this.#limit);
    return { text: joined.slice(excess), offset: this.#dropped + excess };
  }
}

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
    const remaining = this.#headLimit - this.#head.length;
    if (remaining > 0) this.#head += text.slice(0, remaining);
    if (text.length > remaining) this.#tail.push(text.slice(remaining));
  }

  /** `dropped` counts the characters left out between `head` and `tail`; 0 means that `head + tail` is everything. */
  parts(): { readonly head: string; readonly tail: string; readonly dropped: number } {
    const { text, offset } = this.#tail.read();
    return { head: this.#head, tail: text, dropped: offset };
  }
}
