/** Time for the last output to be flushed. */
const LINGER_MS = 100;

/**
 * Exits once all work is done, without waiting for what still keeps the process alive, such as a request to a collector that doesn't
 * answer. Uses the exit code set by then.
 */
export function exitSoon(): void {
  setTimeout(() => process.exit(), LINGER_MS).unref();
}
