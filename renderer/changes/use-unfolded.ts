import { useState } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { openAtFirst } from './open-at-first.ts';

export interface Unfolded {
  readonly has: (path: string) => boolean;
  readonly set: (paths: readonly string[], open: boolean) => void;
}

/** Which files show their diffs: at first the short ones; what was decided for a file stays while the list changes. */
export function useUnfolded(files: readonly ChangedFile[]): Unfolded {
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map());
  const set = (paths: readonly string[], open: boolean): void =>
    setDecided((before) => new Map([...before, ...paths.map((path) => [path, open] as const)]));
  const added = files.filter(({ path }) => !decided.has(path));
  if (added.length > 0) {
    const first = openAtFirst(files);
    setDecided(new Map([...decided, ...added.map(({ path }) => [path, first.has(path)] as const)]));
  }
  return { has: (path) => decided.get(path) ?? false, set };
}
