import { useState } from 'react';
import { isPartOf, storedKept, storeKept } from './kept-changes.ts';

export interface Kept {
  readonly has: (key: string) => boolean;
  /** Whether any hunk of that file is or was kept. */
  readonly hasPartOf: (path: string) => boolean;
  readonly add: (keys: readonly string[]) => void;
  readonly remove: (keys: readonly string[]) => void;
}

/** The changes the user chose to keep, stored for the session. */
export function useKept(sessionId: string): Kept {
  const [kept, setKept] = useState(() => storedKept(sessionId));
  const change = (edit: (keys: Set<string>) => void): void => {
    const next = new Set(kept);
    edit(next);
    storeKept(sessionId, next);
    setKept(next);
  };
  return {
    has: (key) => kept.has(key),
    hasPartOf: (path) => [...kept].some((key) => isPartOf(path, key)),
    add: (keys) => change((next) => keys.forEach((key) => next.add(key))),
    remove: (keys) => change((next) => keys.forEach((key) => next.delete(key))),
  };
}
