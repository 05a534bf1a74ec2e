/** Rejects once the signal aborts, even if the work ignores it. Its later result is ignored. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(new Error('it was aborted'));
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    // Whichever lost must not count as unhandled.
    work.catch(() => undefined);
    promise.catch(() => undefined);
  }
}
