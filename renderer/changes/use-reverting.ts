import { useRef, useState } from 'react';
import type { HunkRange } from '#shared/contract/changes.ts';

/** All files; no path is empty. */
export const ALL = '';

/** The last revert. No path ends like this. */
export const UNDO = '/';

/** Names a file or one of its hunks. */
export function revertedPart(path: string, hunk?: HunkRange): string {
  return hunk ? `${path}\n${hunk.oldStart} ${hunk.newStart}` : path;
}

/** What is being reverted, one at a time; `refresh` is called when it has ended. */
export function useReverting(refresh: () => void) {
  const [reverting, setReverting] = useState<string | null>(null);
  // Two clicks may come before the first is rendered.
  const busy = useRef(false);
  const whileReverting = (part: string, act: () => Promise<void>): void => {
    if (busy.current) return;
    busy.current = true;
    setReverting(part);
    // It reports its own failure.
    void act().finally(() => {
      busy.current = false;
      setReverting(null);
      refresh();
    });
  };
  return { reverting, whileReverting };
}
