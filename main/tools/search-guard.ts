import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findObstacle, type SearchLocation } from './search-obstacle.ts';

/** Most searches are through by then, and nothing has to be looked for: looking takes its share of the machine. */
const PATIENCE_MS = 400;
const LOOK_EVERY_MS = 100;
/** Or more, and the limit with it. */
const PAGE_BYTES = 4096;

/**
 * Watches a search that takes its time, until aborted (it rejects then): a hostile project can make it take for ever, or all of the
 * memory. `end` is told why it has to be ended. A search takes some MiB of its own; one that reads a device takes all there is.
 */
export async function guardSearch(
  pid: number,
  location: SearchLocation,
  signal: AbortSignal,
  end: (why: string) => void,
  maxMemoryBytes = 1024 * 1024 * 1024,
): Promise<void> {
  const reportObstacle = async (): Promise<void> => {
    await sleep(PATIENCE_MS, undefined, { signal });
    const obstacle = await findObstacle(location, signal);
    if (obstacle !== undefined) end(`The search would never end: ${obstacle}. Search in another folder, or remove it.`);
  };
  await Promise.all([watchMemory(pid, signal, end, maxMemoryBytes), reportObstacle()]);
}

async function watchMemory(pid: number, signal: AbortSignal, end: (why: string) => void, maxBytes: number): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { signal });
    const bytes = ownMemory(pid);
    if (bytes === undefined) return;
    if (bytes > maxBytes) end('The search took too much memory. Search fewer files at once.');
  }
}

/** What it maps of files isn't counted. `undefined` where the system doesn't say. */
function ownMemory(pid: number): number | undefined {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${String(pid)}/statm`, 'utf8')
      .split(' ')
      .map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}
