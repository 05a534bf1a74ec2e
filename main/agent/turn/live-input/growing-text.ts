/** Characters kept of each end of a text. */
export const KEPT_CHARS = 4000;

const FIRST_HALF_LAST = /[\ud800-\udbff]$/;
const SECOND_HALF_FIRST = /^[\udc00-\udfff]/;

/** A text that arrives in pieces. Keeps its two ends and how long it is, so that memory and work don't grow with what came before. */
export class GrowingText {
  #start = '';
  #end = '';
  #chars = 0;
  #breaks = 0;

  add(piece: string): void {
    this.#chars += piece.length;
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', at + 1)) this.#breaks += 1;
    if (this.#start.length < KEPT_CHARS) this.#start += piece.slice(0, KEPT_CHARS - this.#start.length);
    const end = this.#end + piece.slice(-KEPT_CHARS);
    // Cut rarely, so that many short pieces don't copy the end each time.
    this.#end = end.length > 2 * KEPT_CHARS ? end.slice(-KEPT_CHARS) : end;
  }

  get chars(): number {
    return this.#chars;
  }

  /** A line break at the end starts no line. */
  get lines(): number {
    return this.#breaks + (this.#chars > 0 && !this.#end.endsWith('\n') ? 1 : 0);
  }

  /** At most the first `lines` lines and `chars` characters. */
  first(lines: number, chars = KEPT_CHARS): string {
    const text = this.#start.slice(0, chars);
    const end = nthBreak(text, lines);
    // Its second half may be on its way.
    return (end < 0 ? text : text.slice(0, end)).replace(FIRST_HALF_LAST, '');
  }

  /** At most the last `lines` lines and `KEPT_CHARS` characters. */
  last(lines: number): string {
    const text = this.#end.slice(-KEPT_CHARS);
    let from = text.endsWith('\n') ? text.length - 1 : text.length;
    for (let line = 0; line < lines && from >= 0; line += 1) from = from === 0 ? -1 : text.lastIndexOf('\n', from - 1);
    const shown = text.slice(from + 1).replace(FIRST_HALF_LAST, '');
    return this.#chars > text.length && from < 0 ? shown.replace(SECOND_HALF_FIRST, '') : shown;
  }
}

/** The index of the `count`th line break; -1 if there are fewer. */
function nthBreak(text: string, count: number): number {
  let at = -1;
  for (let found = 0; found < count; found += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return -1;
  }
  return at;
}
