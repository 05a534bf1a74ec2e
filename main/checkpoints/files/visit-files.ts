import { setImmediate as breathe } from 'node:timers/promises';

/** Other work of the thread may have to wait this long, plus the time of one file. */
const SLICE_MS = 3;
/** A read that takes this long means the disk is too slow for reading in this thread. */
const SLOW_MS = 4;
/** Then this many files are read asynchronously before the disk is tried again. */
const FILES_READ_ASYNC = 256;
const CONCURRENCY = 16;

export interface VisitFiles<T> {
  /** Reads in this thread; `undefined` for a file that would take too long. */
  readonly readSync: (path: string) => T | undefined;
  /** Reads in other threads, at several times the cost. */
  readonly readAsync: (path: string) => Promise<T>;
  /** A returned promise delays the next files. */
  readonly visit: (path: string, found: T) => Promise<void> | undefined;
}

/** Reads many files a few milliseconds at a time: where a disk answers at once, switching threads would be most of the work. */
export async function visitFiles<T>(paths: Iterable<string>, { readSync, readAsync, visit }: VisitFiles<T>): Promise<void> {
  const left = paths[Symbol.iterator]();
  const visitAsync = async (path: string): Promise<void> => visit(path, await readAsync(path));
  let end = performance.now() + SLICE_MS;
  for (let next = left.next(); next.done !== true; next = left.next()) {
    const path = next.value;
    const begun = performance.now();
    const found = readSync(path);
    await (found === undefined ? visitAsync(path) : visit(path, found));
    const at = performance.now();
    if (found !== undefined && at - begun > SLOW_MS) await visitSeveral(left, visitAsync);
    if (at < end) continue;
    await breathe();
    end = performance.now() + SLICE_MS;
  }
}

/** Reads some of the remaining files, a few at a time. */
async function visitSeveral(left: Iterator<string>, visit: (path: string) => Promise<void>): Promise<void> {
  let count = 0;
  const work = async (): Promise<void> => {
    while (count < FILES_READ_ASYNC) {
      count += 1;
      const next = left.next();
      if (next.done === true) return;
      await visit(next.value);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
