import { lstatSync } from 'node:fs';
import type { PathFact } from '#shared/permission/facts.ts';

/** Marks what is written or deleted where nothing is now. */
export function withNovelty(fact: PathFact): PathFact {
  const changes = fact.access === 'write' || fact.access === 'delete';
  return changes && !fact.unresolved && !fact.glob && isMissing(fact.path) ? { ...fact, missing: true } : fact;
}

function isMissing(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    // No access: it may be there.
    return false;
  }
}
