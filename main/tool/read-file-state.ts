import { LRUCache } from 'lru-cache';

/** What the model has seen of a file. */
export interface ReadFileEntry {
  /** Normalised to LF, as shown. */
  readonly content: string;
  /** The file's modification time when it was read, in epoch milliseconds. */
  readonly mtimeMs: number;
  /** Set when only a part was read. */
  readonly partial?: { readonly offset: number; readonly limit: number };
  /** SHA-256 of the whole file, hex. Distinguishes a change from a `touch`, also after a partial read. */
  readonly digest?: string;
  /** `write` if a tool wrote the content and the model never got it from Read. Default `read`. */
  readonly origin?: 'read' | 'write';
}

const MAX_FILES = 1000;
/** Each file counts as at least a thousandth of this, which limits their number. */
const MAX_CHARACTERS = 25_000_000;

/** Files read in this context, by absolute real path. Bounded by count and total size; evicts the least recently used. */
export class ReadFileState {
  readonly #entries: LRUCache<string, ReadFileEntry>;

  constructor(entries: Iterable<readonly [string, ReadFileEntry]> = []) {
    // No `max`: it would make every new context allocate space for all entries.
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

  /** The paths, most recently used first. */
  paths(): string[] {
    return [...this.#entries.keys()];
  }

  /** Removes all other files. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.paths()) if (!paths.has(path)) this.#entries.delete(path);
  }

  /** An independent copy for a sub-agent (SPEC T8). */
  clone(): ReadFileState {
    return new ReadFileState([...this.#entries.entries()].toReversed());
  }
}
