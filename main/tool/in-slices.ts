import { setImmediate as breathe } from 'node:timers/promises';
import type { Steps } from '#shared/steps.ts';

/** Half of what the engine may hold its thread for without a pause; a step that began before its end is still finished. */
const SLICE_MS = 4;
/** Looking at the clock costs more than many a visit. */
const CLOCK_CHECK_EVERY = 32;

/** Does the work a few milliseconds at a time; between them other work of this thread gets its turn. @throws what the work throws. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await breathe();
  }
}

/** The same for many items with little to do for each. */
export async function visitInSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let count = 0;
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % CLOCK_CHECK_EVERY !== 0 || performance.now() < end) continue;
    await breathe();
    end = performance.now() + SLICE_MS;
  }
}
