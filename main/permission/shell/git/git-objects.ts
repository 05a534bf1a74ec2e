import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { readBoundedBytes } from '#main/tool/read-bounded.ts';
import { type GitObject, MAX_OBJECT_BYTES, type ObjectKind, Pack, ReadingLimit } from './git-pack.ts';
import { PackIndex } from './git-pack-index.ts';
import { type Known, untilChanged } from './unchanged-file.ts';

const MAX_INDEX_BYTES = 64 * 1024 * 1024;
const MAX_PACKS = 200;

const indexes = new LRUCache<string, Known<PackIndex>>({ maxSize: 2 * MAX_INDEX_BYTES, sizeCalculation: ({ value }) => value.size });

interface PackFile {
  readonly file: string;
  readonly index: PackIndex;
  open: Pack | undefined;
}

/** The objects of one repository, for one command. Its methods throw where an object can't be read for certain. */
export class GitObjects {
  readonly #store: string;
  readonly #limit = new ReadingLimit();
  #packs: readonly PackFile[] | undefined;

  /** @param store its folder `objects`. */
  constructor(store: string) {
    this.#store = store;
  }

  close(): void {
    for (const { open } of this.#packs ?? []) open?.close();
  }

  read(name: string): GitObject {
    const object = this.#packed(name) ?? this.#loose(name);
    const hash = createHash('sha1').update(`${object.kind} ${object.data.length}\0`).update(object.data).digest('hex');
    // Whatever is wrong, here or in the repository, ends here.
    if (hash !== name) throw new Error('an object that isn’t what its name says');
    return object;
  }

  /** The only object whose name starts so. */
  named(prefix: string): string {
    const folder = path.join(this.#store, prefix.slice(0, 2));
    const loose = existsSync(folder) ? readdirSync(folder).map((name) => prefix.slice(0, 2) + name) : [];
    const packed = this.#allPacks().flatMap(({ index }) => index.startingWith(prefix));
    const [name, ...others] = new Set([...loose.filter((one) => one.startsWith(prefix)), ...packed]);
    if (name === undefined || others.length > 0 || !/^[0-9a-f]{40}$/u.test(name)) throw new Error('no name of exactly one object');
    return name;
  }

  #allPacks(): readonly PackFile[] {
    if (this.#packs !== undefined) return this.#packs;
    const folder = path.join(this.#store, 'pack');
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.idx')) : [];
    if (names.length > MAX_PACKS) throw new Error('too many packs');
    this.#packs = names.map((name) => {
      const file = path.join(folder, name);
      const index = untilChanged(indexes, file, MAX_INDEX_BYTES, (bytes) => new PackIndex(bytes));
      return { file: file.replace(/\.idx$/u, '.pack'), index, open: undefined };
    });
    return this.#packs;
  }

  #packed(name: string): GitObject | undefined {
    for (const pack of this.#allPacks()) {
      const offset = pack.index.offsetOf(name);
      if (offset === undefined) continue;
      pack.open ??= new Pack(pack.file, pack.index, this.#limit);
      return pack.open.objectAt(offset);
    }
    return undefined;
  }

  #loose(name: string): GitObject {
    const read = readBoundedBytes(path.join(this.#store, name.slice(0, 2), name.slice(2)), MAX_OBJECT_BYTES);
    if (read.kind !== 'bytes') throw new Error('an object that is missing');
    const chunkSize = Math.min(Math.max(4 * read.bytes.length, 1024), 1024 * 1024);
    const all = inflateSync(read.bytes, { maxOutputLength: MAX_OBJECT_BYTES, chunkSize });
    this.#limit.spend(all.length);
    const end = all.indexOf(0);
    const kind = /^(commit|tree|blob|tag) \d+$/u.exec(all.toString('latin1', 0, Math.min(Math.max(end, 0), 40)))?.[1];
    if (!isKind(kind)) throw new Error('an object of an unknown kind');
    return { kind, data: all.subarray(end + 1) };
  }
}

function isKind(kind: string | undefined): kind is ObjectKind {
  return kind === 'commit' || kind === 'tree' || kind === 'blob' || kind === 'tag';
}
