import { setImmediate as breathe } from 'node:timers/promises';

/** Milliseconds of this thread's time between two of its turns, the longest there was. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const done = new AbortController();
  const watching = (async () => {
    let last = threadMs();
    while (!done.signal.aborted) {
      await breathe();
      const now = threadMs();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await breathe();
  await work();
  await breathe();
  done.abort();
  await watching;
  return longest;
}

export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
