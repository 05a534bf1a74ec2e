const MAGIC = 0xff744f63;
const FANOUT_AT = 8;
const NAMES_AT = FANOUT_AT + 256 * 4;
const NAME_BYTES = 20;
const CHECKSUM_BYTES = 20;
const LARGE = 0x80000000;

/** Says where in a pack the objects are. Format: https://git-scm.com/docs/gitformat-pack */
export class PackIndex {
  readonly #bytes: Buffer;
  readonly #count: number;
  readonly #largeAt: number;

  /** @throws when the bytes are not an index of version 2. */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    if (bytes.readUInt32BE(0) !== MAGIC || bytes.readUInt32BE(4) !== 2) throw new Error('not a pack index this reader knows');
    for (let first = 1; first < 256; first++) if (this.#endOf(first) < this.#endOf(first - 1)) throw new Error('a pack index out of order');
    this.#count = this.#endOf(255);
    // Behind the names: a checksum of each object, where it starts, and where that doesn't fit into 31 bits, in 64.
    this.#largeAt = NAMES_AT + this.#count * (NAME_BYTES + 4 + 4);
    if (bytes.length < this.#largeAt + 2 * CHECKSUM_BYTES) throw new Error('a pack index that was cut off');
  }

  get size(): number {
    return this.#bytes.length;
  }

  /** Where the object starts in the pack; undefined if it isn't in it. */
  offsetOf(name: string): number | undefined {
    const at = this.#firstFrom(Buffer.from(name, 'hex'));
    if (at === this.#count || this.#nameAt(at) !== name) return undefined;
    const offset = this.#bytes.readUInt32BE(NAMES_AT + this.#count * (NAME_BYTES + 4) + at * 4);
    if (offset < LARGE) return offset;
    const large = this.#largeAt + (offset - LARGE) * 8;
    if (large + 8 > this.#bytes.length - 2 * CHECKSUM_BYTES) throw new Error('a pack index that was cut off');
    return Number(this.#bytes.readBigUInt64BE(large));
  }

  /** The first two names that start so. */
  startingWith(prefix: string): string[] {
    const at = this.#firstFrom(Buffer.from(prefix.padEnd(2 * NAME_BYTES, '0'), 'hex'));
    return [at, at + 1].flatMap((one) => (one < this.#count && this.#nameAt(one).startsWith(prefix) ? [this.#nameAt(one)] : []));
  }

  #endOf(firstByte: number): number {
    return this.#bytes.readUInt32BE(FANOUT_AT + firstByte * 4);
  }

  #nameAt(at: number): string {
    const start = NAMES_AT + at * NAME_BYTES;
    return this.#bytes.toString('hex', start, start + NAME_BYTES);
  }

  /** The first place with this name or a greater one. */
  #firstFrom(name: Buffer): number {
    const first = name.readUInt8(0);
    let low = first === 0 ? 0 : this.#endOf(first - 1);
    let high = this.#endOf(first);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = NAMES_AT + middle * NAME_BYTES;
      if (this.#bytes.compare(name, 0, NAME_BYTES, start, start + NAME_BYTES) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
