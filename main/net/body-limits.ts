/** Limit on one stream event with all its lines, in bytes. Results with images are large. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

const MB = 1024 * 1024;
const NEWLINE = 10;
const RETURN = 13;

/** A response body that exceeds a limit. The message describes it: “a response larger than 16 MB”. */
export class UnusableBodyError extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'UnusableBodyError';
  }

  static tooLarge(what: string, maxBytes: number): UnusableBodyError {
    return new UnusableBodyError(`${what} larger than ${Math.round(maxBytes / MB)} MB`);
  }
}

/** Limit on arrays and objects in one event or response: parsed, each takes many times its size as text. */
const MAX_PARTS = 1_000_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const OBJECT = 0x7b;

/** Counts arrays and objects in JSON as its bytes arrive. */
export class PartCount {
  #parts = 0;
  #isInString = false;
  #isEscaped = false;

  /** @throws UnusableBodyError above the limit. */
  add(chunk: Uint8Array): void {
    // Runs for every byte: local variables are faster than fields.
    let [parts, isInString, isEscaped] = [this.#parts, this.#isInString, this.#isEscaped];
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isInString = !isInString;
      // A JSON string can't contain a line break, so a line break resets the state.
      else if (byte === NEWLINE) isInString = false;
      else if (isInString) isEscaped = byte === BACKSLASH;
      else if (byte === LIST || byte === OBJECT) parts += 1;
    }
    [this.#parts, this.#isInString, this.#isEscaped] = [parts, isInString, isEscaped];
    if (this.#parts > MAX_PARTS) throw new UnusableBodyError('JSON made of more than a million parts');
  }

  reset(): void {
    this.#parts = 0;
  }
}

/**
 * Measures stream events as their bytes arrive. A parser buffers an event until the blank line that ends it, so the limit is for whole
 * events, not lines. Line breaks are `\n` and `\r\n`.
 */
export class EventSize {
  /** Sizes of the current event and of its current line, in bytes. */
  #event = 0;
  #line = 0;
  #last = 0;
  readonly #parts = new PartCount();

  /** Returns the number of line breaks in the chunk. @throws UnusableBodyError when an event is too large. */
  add(chunk: Uint8Array): number {
    let breaks = 0;
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      breaks += 1;
      const length = this.#line + at - from;
      const before = at === 0 ? this.#last : chunk[at - 1];
      const isBlank = length === 0 || (length === 1 && before === RETURN);
      this.#grow(chunk.subarray(from, at + 1));
      if (isBlank) {
        this.#event = 0;
        this.#parts.reset();
      }
      this.#line = 0;
      from = at + 1;
    }
    this.#line += chunk.length - from;
    this.#last = chunk.at(-1) ?? this.#last;
    this.#grow(chunk.subarray(from));
    return breaks;
  }

  #grow(bytes: Uint8Array): void {
    this.#event += bytes.length;
    this.#parts.add(bytes);
    if (this.#event > MAX_EVENT_BYTES) throw UnusableBodyError.tooLarge('an event', MAX_EVENT_BYTES);
  }
}
