const MIN_BYTES = 4096;

/** The JSON of a list that grows at its end, each item with a comma behind it. Items are told apart by identity: they never change. */
export class EncodedList {
  readonly #items: object[] = [];
  /** Where each item ends in the bytes. */
  readonly #ends: number[] = [];
  #bytes = Buffer.allocUnsafe(MIN_BYTES);

  /** The first `count` of `items`. Valid until the next call: a view, not a copy. */
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
