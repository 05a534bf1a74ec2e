/** Puts a terminal's stored output and its live frames together without a hole or a repetition. Offsets count UTF-16 units. */
export class OutputJoiner {
  #position: number | undefined;
  #early: { readonly offset: number; readonly data: string }[] = [];

  /** Where the next unit belongs; 0 before anything came. */
  get position(): number {
    return this.#position ?? 0;
  }

  /** The stored output came: what to draw, frames that overtook it included. */
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

  /** The new part of a frame (empty when known already, or when it must wait), or `gap`: then everything is fetched again. */
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
