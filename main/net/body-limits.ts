/** One event of a stream, with all its lines: results with pictures are large. Bytes. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

const MB = 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;

/** A body that is not worth reading on. The message says what it is: “an answer larger than 16 MB”. */
export class UnusableBodyError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'UnusableBodyError';
  }

  static tooLarge(what: string, maxBytes: number): UnusableBodyError {
    return new UnusableBodyError(`${what} larger than ${Math.round(maxBytes / MB)} MB`);
  }
}

/**
 * Measures the events of a stream as its bytes come. A parser holds an event until the blank line that ends it, so the whole event
 * counts and not its lines. Line breaks are `\n` and `\r\n`.
 */
export class EventSize {
  /** Of the event that is open, and of its line that is open. */
  #event = 0;
  #line = 0;
  #last = 0;

  /** How many line breaks are in it. @throws UnusableBodyError once an event is too large. */
  add(chunk: Uint8Array): number {
    let breaks = 0;
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      breaks += 1;
      const length = this.#line + at - from;
      const before = at === 0 ? this.#last : chunk[at - 1];
      const isBlank = length === 0 || (length === 1 && before === RETURN);
      this.#grow(at + 1 - from);
      if (isBlank) this.#event = 0;
      this.#line = 0;
      from = at + 1;
    }
    this.#line += chunk.length - from;
    this.#last = chunk.at(-1) ?? this.#last;
    this.#grow(chunk.length - from);
    return breaks;
  }

  #grow(bytes: number): void {
    this.#event += bytes;
    if (this.#event > MAX_EVENT_BYTES) throw UnusableBodyError.tooLarge('an event', MAX_EVENT_BYTES);
  }
}
