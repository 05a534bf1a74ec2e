import { stat } from 'node:fs/promises';

/** How often watched files are checked. */
const CHECK_EVERY_MS = 1000;
/** Further paths are not watched. */
export const MAX_WATCHED_FILES = 100;

export type FileChange = 'add' | 'change' | 'unlink';

interface FileWatchOptions {
  /** Absolute paths; read before each check. */
  readonly paths: () => readonly string[];
  readonly onChange: (path: string, change: FileChange) => void;
  readonly everyMs?: number;
}

/** Regularly checks a few files and reports which were added, changed or removed. Files that are new in the list are not reported. */
export class FileWatch {
  readonly #options: FileWatchOptions;
  #known = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  constructor(options: FileWatchOptions) {
    this.#options = options;
  }

  /** Starts the checks. Calling it again has no effect. */
  start(): void {
    if (this.#timer !== undefined || this.#disposed) return;
    this.#schedule(0);
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => void this.#check(), ms).unref();
  }

  async #check(): Promise<void> {
    const { paths, onChange, everyMs = CHECK_EVERY_MS } = this.#options;
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
    // Missing or unreadable, which is the same for a hook that reads it.
    return MISSING;
  }
}
