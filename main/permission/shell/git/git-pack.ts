import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { PackIndex } from './git-pack-index.ts';

/** Larger objects are none that list files. */
export const MAX_OBJECT_BYTES = 32 * 1024 * 1024;
const MAX_CHAIN = 100;
/** Enough for the header, and for all of most objects that list files. */
const PIECE_BYTES = 2048;
const NAME_BYTES = 20;

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag';

export interface GitObject {
  readonly kind: ObjectKind;
  readonly data: Buffer;
}

const KINDS: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFS_DELTA = 6;
const REF_DELTA = 7;

/** How much may still be read for one command. */
export class ReadingLimit {
  #pieces = 10_000;
  #bytes = 128 * 1024 * 1024;

  /** @throws when it is used up. */
  spend(bytes: number): void {
    this.#pieces -= 1;
    this.#bytes -= bytes;
    if (bytes > MAX_OBJECT_BYTES || this.#pieces < 0 || this.#bytes < 0) throw new Error('too much to read');
  }
}

/** @throws unless exactly this much is inflated. */
export function inflate(bytes: Buffer, size: number): Buffer {
  const data = inflateSync(bytes, { maxOutputLength: Math.max(size, 1), chunkSize: Math.min(Math.max(size, 64), 1024 * 1024) });
  if (data.length !== size) throw new Error('an object of another size than it says');
  return data;
}

/** A file with many objects, some as changes to others. Every method throws where something isn't as expected. */
export class Pack {
  readonly #fd: number;
  readonly #size: number;
  readonly #index: PackIndex;
  readonly #limit: ReadingLimit;
  /** Many objects are changes to the same ones. */
  readonly #read = new Map<number, GitObject>();
  #kept = 0;

  constructor(file: string, index: PackIndex, limit: ReadingLimit) {
    // Without O_NONBLOCK opening a named pipe waits for its writer.
    this.#fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(this.#fd);
    this.#size = stat.isFile() ? stat.size : 0;
    this.#index = index;
    this.#limit = limit;
  }

  close(): void {
    closeSync(this.#fd);
  }

  objectAt(offset: number): GitObject {
    const changes: { readonly at: number; readonly delta: Buffer }[] = [];
    for (let at = offset; changes.length <= MAX_CHAIN;) {
      const known = this.#read.get(at);
      const entry = known === undefined ? this.#entryAt(at) : undefined;
      const object = known ?? (entry?.kind === undefined ? undefined : { kind: entry.kind, data: entry.data });
      if (object !== undefined) return this.#changed(known === undefined ? this.#keep(at, object) : object, changes);
      if (entry?.base === undefined) throw new Error('an object without its base');
      changes.unshift({ at, delta: entry.data });
      at = entry.base;
    }
    throw new Error('too many changes to an object');
  }

  #changed(base: GitObject, changes: readonly { readonly at: number; readonly delta: Buffer }[]): GitObject {
    return changes.reduce(({ kind, data }, { at, delta }) => this.#keep(at, { kind, data: applyDelta(data, delta, this.#limit) }), base);
  }

  #keep(at: number, object: GitObject): GitObject {
    this.#kept += object.data.length;
    if (this.#kept > MAX_OBJECT_BYTES) {
      this.#read.clear();
      this.#kept = object.data.length;
    }
    this.#read.set(at, object);
    return object;
  }

  #entryAt(offset: number): { readonly kind: ObjectKind | undefined; readonly base: number | undefined; readonly data: Buffer } {
    const header = this.#bytesAt(offset, PIECE_BYTES);
    let at = 0;
    let byte = header.readUInt8(at++);
    const type = (byte >> 4) & 7;
    let size = byte & 15;
    for (let factor = 16; byte & 0x80; factor *= 128) {
      byte = header.readUInt8(at++);
      size += (byte & 0x7f) * factor;
    }
    this.#limit.spend(size);
    let base: number | undefined;
    if (type === OFS_DELTA) {
      byte = header.readUInt8(at++);
      let distance = byte & 0x7f;
      while (byte & 0x80) {
        byte = header.readUInt8(at++);
        distance = (distance + 1) * 128 + (byte & 0x7f);
      }
      if (distance < 1 || distance > offset) throw new Error('an object based on one outside its pack');
      base = offset - distance;
    } else if (type === REF_DELTA) {
      base = this.#index.offsetOf(header.toString('hex', at, at + NAME_BYTES));
      at += NAME_BYTES;
    }
    // Text that can't be compressed grows a little.
    const length = size + (size >> 2) + 1024;
    const packed = at + length <= header.length ? header.subarray(at) : this.#bytesAt(offset + at, length);
    return { kind: KINDS[type], base, data: inflate(packed, size) };
  }

  /** Up to so many. */
  #bytesAt(start: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(Math.min(length, this.#size - start), 0));
    return bytes.subarray(0, readSync(this.#fd, bytes, 0, bytes.length, start));
  }
}

/** A delta says which pieces of the base to copy, and what to insert between them. */
function applyDelta(base: Buffer, delta: Buffer, limit: ReadingLimit): Buffer {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta.readUInt8(at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  if (size() !== base.length) throw new Error('a change to another object');
  const length = size();
  limit.spend(length);
  const result = Buffer.alloc(length);
  let filled = 0;
  const add = (from: Buffer, start: number, count: number): void => {
    if (count < 1 || start + count > from.length || filled + count > length) throw new Error('a change beyond its object');
    from.copy(result, filled, start, start + count);
    filled += count;
  };
  while (at < delta.length) {
    const command = delta.readUInt8(at++);
    if (command < 0x80) {
      add(delta, at, command);
      at += command;
      continue;
    }
    const number = (bits: number): number => {
      let value = 0;
      for (let bit = 0, factor = 1; bits >> bit > 0; bit++, factor *= 256) if (bits & (1 << bit)) value += delta.readUInt8(at++) * factor;
      return value;
    };
    const start = number(command & 0x0f);
    add(base, start, number((command >> 4) & 0x07) || 0x10000);
  }
  if (filled !== length) throw new Error('a change that doesn’t fill its object');
  return result;
}
