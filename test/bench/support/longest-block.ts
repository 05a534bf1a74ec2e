import { setImmediate as breathe } from 'node:timers/promises';

/** The longest time this thread worked between two turns of its event loop, in milliseconds. */
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
