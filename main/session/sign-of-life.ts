import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Its time is when the session was last seen at work; it contains nothing. */
const FILE = 'alive';
const EVERY_MS = 5000;

/** Leaves a sign every few seconds while the session works, as a command that prints nothing leaves none. Returns the function that ends it. */
export function leaveSigns(sessionDir: string, isWorking: () => boolean): () => void {
  const timer = setInterval(() => {
    // Without a sign, the last event is the last that is known.
    if (isWorking()) writeFile(join(sessionDir, FILE), '', { mode: 0o600 }).catch(() => undefined);
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** When the session left its last sign. Epoch milliseconds; 0 if it left none. */
export function lastSign(sessionDir: string): number {
  return Math.floor(statSync(join(sessionDir, FILE), { throwIfNoEntry: false })?.mtimeMs ?? 0);
}
