import { setImmediate as breathe } from 'node:timers/promises';

/** Work between two breaths, milliseconds: what runs in this process may wait for eight at most. */
const SLICE_MS = 3;
const LOOK_EVERY = 32;

/** Goes through many items and lets everyone else have a turn now and then. */
export async function inSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let count = 0;
  let begun = performance.now();
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % LOOK_EVERY !== 0 || performance.now() - begun < SLICE_MS) continue;
    await breathe();
    begun = performance.now();
  }
}
