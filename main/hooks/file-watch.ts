import { stat } from 'node:fs/promises';

/** How often watched files are looked at. */
const LOOK_EVERY_MS = 1000;
/** More paths are not watched. */
export const MAX_WATCHED_FILES = 100;

export type FileChange = 'add' | 'change' | 'unlink';

interface FileWatchOptions {
  /** Absolute paths; read before each look. */
  readonly paths: () => readonly string[];
  readonly onChange: (path: string, change: FileChange) => void;
  readonly everyMs?: number;
}

/** Looks regularly at a few files and reports which were added, changed and removed since the last look. What is new in the list is not reported. */
export class FileWatch {
  readonly #options: FileWatchOptions;
  #known = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: FileWatchOptions) {
    this.#options = options;
  }

  /** Starts looking; does nothing if it has started. */
  start(): void {
    if (this.#timer !== undefined || this.#disposed) return;
    this.#schedule(0);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    const { paths, onChange, everyMs = LOOK_EVERY_MS } = this.#options;
    const watched = [...new Set(paths())].slice(0, MAX_WATCHED_FILES);
    const now = new Map(await Promise.all(watched.map(async (path) => [path, await stateOf(path)] as const)));
    if (this.#disposed) return;
    const before = this.#known;
    this.#known = now;
    this.#schedule(everyMs);
    for (const [path, state] of now) {
      const earlier = before.get(path);
      if (earlier === undefined || earlier === state) continue;
      onChange(path, earlier === MISSING ? 'add' : state === MISSING ? 'unlink' : 'change');
    }
  }
}

const MISSING = '';

async function stateOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return `${ino}:${size}:${mtimeMs}`;
  } catch {
    // Missing, or closed to us: gone, for a hook that reads it.
    return MISSING;
  }
}
