import { type BigIntStats, lstatSync } from 'node:fs';

/** Stats of a path without following a link; `null` if it is missing or can't be read. */
export function statNow(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    // It can't be read, which counts as missing.
    return null;
  }
}
