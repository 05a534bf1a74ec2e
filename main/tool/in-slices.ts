import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Steps } from '#shared/steps.ts';

/** Half of the longest pause-free run the engine allows, since a step that started within the slice still finishes. */
const SLICE_MS = 4;
/** Items between two clock reads, which can cost more than a visit. */
const CLOCK_CHECK_EVERY = 32;

/** Runs the work a few milliseconds at a time and yields to the event loop in between. @throws what the work throws. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const end = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < end);
    await yieldToEventLoop();
  }
}

/** Like `inSlices`, for many items with little work each. */
export async function visitInSlices<T>(items: Iterable<T>, visit: (item: T) => void): Promise<void> {
  let count = 0;
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    visit(item);
    count += 1;
    if (count % CLOCK_CHECK_EVERY !== 0 || performance.now() < end) continue;
    await yieldToEventLoop();
    end = performance.now() + SLICE_MS;
  }
}
