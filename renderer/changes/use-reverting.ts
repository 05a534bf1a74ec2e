import { useEffect, useRef, useState } from 'react';
import type { HunkRange } from '#shared/contract/changes.ts';

/** All files; no path is empty. */
export const ALL = '';

/** The last revert. No path ends like this. */
export const UNDO = '/';

/** Names a file or one of its hunks. */
export function revertedPart(path: string, hunk?: HunkRange): string {
  return hunk ? `${path}\n${hunk.oldStart} ${hunk.newStart}` : path;
}

interface Reverting {
  readonly part: string;
  /** The list of changes when it ended. */
  readonly endedWith?: unknown;
}

/**
 * What is being reverted, one after the other; `refresh` is called when it has ended. It stays so until the list shows it.
 * @param listed the list of changes: another object when it was fetched again.
 */
export function useReverting(refresh: () => void, listed: unknown) {
  const [latest, setLatest] = useState<Reverting | null>(null);
  const shown = useRef(listed);
  useEffect(() => {
    shown.current = listed;
  }, [listed]);
  // Two clicks may come before the first is rendered.
  const wanted = useRef(new Set<string>());
  const last = useRef(Promise.resolve());
  const whileReverting = (part: string, act: () => Promise<void>): void => {
    if (wanted.current.has(part)) return;
    wanted.current.add(part);
    const run = async (): Promise<void> => {
      setLatest({ part });
      try {
        await act();
      } finally {
        wanted.current.delete(part);
        setLatest({ part, endedWith: shown.current });
        refresh();
      }
    };
    // A failure is reported where it happens.
    last.current = last.current.then(run, run);
  };
  const isSeen = latest !== null && 'endedWith' in latest && latest.endedWith !== listed;
  return { reverting: latest === null || isSeen ? null : latest.part, whileReverting };
}
