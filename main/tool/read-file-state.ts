import { LRUCache } from 'lru-cache';

/** What the model has seen of a file. */
export interface ReadFileEntry {
  /** Normalised to LF, as shown. */
  readonly content: string;
  /** Milliseconds since epoch, of the moment it was read. */
  readonly mtimeMs: number;
  /** Set when only a part was read. */
  readonly partial?: { readonly offset: number; readonly limit: number };
  /** SHA-256 of the whole file's bytes, hex: tells a change from a mere `touch`, also after a partial read. */
  readonly digest?: string;
  /** `write` when the content is what a tool wrote and the model never saw it as a Read result. Default `read`. */
  readonly origin?: 'read' | 'write';
}

const MAX_FILES = 1000;
/** A file counts as a thousandth of it at least. */
const MAX_CHARACTERS = 25_000_000;

/** Files read in this context, by absolute real path. Bounded by number and by total size; the oldest fall out. */
export class ReadFileState {
  readonly #entries: LRUCache<string, ReadFileEntry>;

  constructor(entries: Iterable<readonly [string, ReadFileEntry]> = []) {
    // Without `max`, which would have room for all of them made each time a context is.
    this.#entries = new LRUCache<string, ReadFileEntry>({
      maxSize: MAX_CHARACTERS,
      sizeCalculation: (entry) => Math.max(MAX_CHARACTERS / MAX_FILES, entry.content.length),
    });
    for (const [path, entry] of entries) this.#entries.set(path, entry);
  }

  get(path: string): ReadFileEntry | undefined {
    return this.#entries.get(path);
  }

  set(path: string, entry: ReadFileEntry): void {
    this.#entries.set(path, entry);
  }

  delete(path: string): void {
    this.#entries.delete(path);
  }

  /** The files in it, the latest first. */
  paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** Forgets all files but these. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.paths()) if (!paths.has(path)) this.#entries.delete(path);
  }

  /** For a sub-agent: what the parent has seen so far, changes kept apart (SPEC T8). */
  clone(): ReadFileState {
    return new ReadFileState([...this.#entries.entries()].toReversed());
  }
}
