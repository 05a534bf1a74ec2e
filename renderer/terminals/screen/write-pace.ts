export interface WritePaceOptions {
  /** Writes text to the emulator; calls `done` once it is parsed. */
  readonly write: (text: string, done: () => void) => void;
  /** `length` more units are parsed. */
  readonly onWritten: (length: number) => void;
  /** Whether the user is typing. */
  readonly isTyping: () => boolean;
}

/** Size of a write; a smaller one, and a pause, while the user types. UTF-16 code units and milliseconds. */
const PIECE = 128 * 1024;
const TYPING_PIECE = 16 * 1024;
const TYPING_REST = 50;

/**
 * Writes output to an emulator in pieces, one at a time. Runs at full speed until the user types; then it writes little and rarely, since
 * parsing and drawing would delay each key. Main pauses the command meanwhile.
 */
export class WritePace {
  readonly #options: WritePaceOptions;
  #queue: (string | (() => void))[] = [];
  #writing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restedAt = 0;
  /** Incremented by `clear`: writes started before it aren't reported after it. */
  #age = 0;

  constructor(options: WritePaceOptions) {
    this.#options = options;
  }

  push(text: string): void {
    if (text !== '') this.#queue.push(text);
    this.#next();
  }

  /** Calls back when everything pushed so far is parsed. */
  after(callback: () => void): void {
    this.#queue.push(callback);
    this.#next();
  }

  /** Drops what is queued. */
  clear(): void {
    this.#queue = [];
    this.#writing = false;
    this.#age += 1;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #next(): void {
    if (this.#writing || this.#timer !== undefined) return;
    const typing = this.#options.isTyping();
    const rest = typing ? this.#restedAt + TYPING_REST - performance.now() : 0;
    if (rest > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#next();
      }, rest);
      return;
    }
    while (typeof this.#queue[0] === 'function') this.#take();
    if (this.#queue.length > 0) this.#write(this.#piece(typing ? TYPING_PIECE : PIECE));
  }

  #take(): void {
    const callback = this.#queue.shift();
    if (typeof callback === 'function') callback();
  }

  #write(text: string): void {
    const age = this.#age;
    this.#writing = true;
    this.#options.write(text, () => {
      if (age !== this.#age) return;
      this.#writing = false;
      this.#restedAt = performance.now();
      this.#options.onWritten(text.length);
      this.#next();
    });
  }

  /** The next text of at most `length` units, up to a callback. */
  #piece(length: number): string {
    let text = '';
    while (text.length < length) {
      const [first] = this.#queue;
      if (typeof first !== 'string') break;
      const rest = length - text.length;
      text += first.slice(0, rest);
      if (first.length <= rest) this.#queue.shift();
      else this.#queue[0] = first.slice(rest);
    }
    return text;
  }
}
