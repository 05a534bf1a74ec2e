import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Name of the global symbol under which built chunks keep a function for each chunk that they import and haven't used (`vite.lazy-chunks.ts`). */
export const UNUSED_CHUNKS = 'gatehouse.unusedChunks';

/**
 * Loads the chunks that the running program imports and hasn't used yet, one per turn of the event loop, so that a new build can replace
 * their files. Sources have none.
 * @returns `false` when it was stopped before its end.
 * @throws when a chunk can't be loaded.
 */
export async function loadUnusedChunks(stopped: AbortSignal): Promise<boolean> {
  const unused: unknown = Reflect.get(globalThis, Symbol.for(UNUSED_CHUNKS));
  const uses: ReadonlySet<unknown> = unused instanceof Set ? unused : new Set();
  // Includes those that a loaded chunk imports.
  for (const use of uses) {
    await yieldToEventLoop();
    if (stopped.aborted) return false;
    if (typeof use === 'function') Reflect.apply(use, undefined, []);
  }
  return true;
}
