/** Joins a terminal's stored output and its live frames without gaps or repetition. Offsets in UTF-16 code units. */
export class OutputJoiner {
  #position: number | undefined;
  #early: { readonly offset: number; readonly data: string }[] = [];

  /** The offset of the next unit; 0 initially. */
  get position(): number {
    return this.#position ?? 0;
  }

  /** Takes the stored output. Returns what to draw, including frames that arrived earlier. */
  start(offset: number, data: string): string {
    this.#position = offset + data.length;
    let all = data;
    const early = this.#early;
    this.#early = [];
    for (const frame of early) {
      const fresh = this.add(frame.offset, frame.data);
      if (fresh !== 'gap') all += fresh.text;
    }
    return all;
  }

  /** The new part of a frame (empty if already known, or still to wait), or `gap`: then fetch the output again. */
  add(offset: number, data: string): { readonly text: string } | 'gap' {
    if (this.#position === undefined) {
      this.#early.push({ offset, data });
      return { text: '' };
    }
    if (offset > this.#position) return 'gap';
    const text = data.slice(this.#position - offset);
    this.#position += text.length;
    return { text };
  }

  /** Waits for the stored output again. */
  restart(): void {
    this.#position = undefined;
    this.#early = [];
  }
}
