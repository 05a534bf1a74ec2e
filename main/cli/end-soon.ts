/** For the last words to get through. */
const LINGER_MS = 100;

/**
 * All is done, and nothing that still keeps the program alive is worth waiting for: a request to a collector that doesn't answer, say. The
 * exit code is the one that is set by then.
 */
export function endSoon(): void {
  setTimeout(() => process.exit(), LINGER_MS).unref();
}
