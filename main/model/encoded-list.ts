const MIN_BYTES = 4096;

/** Incrementally encoded JSON of an append-only list, with a comma after each item. Items are immutable and compared by identity. */
export class EncodedList {
  readonly #items: object[] = [];
  /** End offset of each item. */
  readonly #ends: number[] = [];
  #bytes = Buffer.allocUnsafe(MIN_BYTES);

  /** JSON of the first `count` of `items`. A view that is valid until the next call, not a copy. */
  encode(items: readonly object[], count: number): Uint8Array {
    let same = 0;
    while (same < count && same < this.#items.length && items[same] === this.#items[same]) same += 1;
    this.#items.length = same;
    this.#ends.length = same;
    for (const item of items.slice(same, count)) this.#add(item);
    return this.#bytes.subarray(0, this.#size);
  }

  get #size(): number {
    return this.#ends.at(-1) ?? 0;
  }

  #add(item: object): void {
    const text = `${JSON.stringify(item)},`;
    const start = this.#size;
    const end = start + Buffer.byteLength(text);
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    this.#bytes.write(text, start);
    this.#items.push(item);
    this.#ends.push(end);
  }
}
