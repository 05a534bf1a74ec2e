import { useCallback, useMemo, useState } from 'react';
import type { Turn } from '../../calls/turns.ts';
import { changeFolds, useKeptFolds } from './kept-folds.ts';
import { headKey } from './turn-entries.ts';

/** With more turns than this, the older ones are folded when the timeline opens. Later none folds by itself: nothing that is read moves. */
const FEW = 5;
/** The newest ones, which stay open. */
const OPEN = 3;

export interface Folds {
  /** The keys of the lines whose calls are hidden, and of the task folds whose updates are shown. */
  readonly collapsed: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  /** Folds or unfolds all turns. */
  readonly foldTurns: (folded: boolean) => void;
  /** Whether all turns are folded. */
  readonly allFolded: boolean;
}

/** What is folded in the timeline. `turns`: those with calls; `foldsOld`: nothing is searched or compared, so old turns may be folded. */
export function useFolds(sessionId: string, turns: readonly Turn[], foldsOld: boolean): Folds {
  const kept = useKeptFolds(sessionId);
  const keys = turns.map(headKey);
  const [old, setOld] = useState<{ readonly sessionId: string; readonly turns: ReadonlySet<string> } | null>(null);
  if (old?.sessionId !== sessionId && keys.length > 0) setOld({ sessionId, turns: oldTurns(keys) });
  const folded = keys.filter((key) => kept.turns[key] ?? (foldsOld && old?.turns.has(key) === true));
  // A new set only when something changed: the rows are ordered by it.
  const names = JSON.stringify(folded);
  // oxlint-disable-next-line react/exhaustive-deps -- `names` stands for `folded`.
  const collapsed = useMemo(() => new Set([...kept.toggled, ...folded]), [kept.toggled, names]);
  const allKeys = JSON.stringify(keys);
  const toggle = useCallback(
    (key: string) => {
      const isFolded = collapsed.has(key);
      changeFolds(sessionId, (before) => {
        // oxlint-disable-next-line react/exhaustive-deps -- `allKeys` stands for `keys`.
        if (keys.includes(key)) return { ...before, turns: { ...before.turns, [key]: !isFolded } };
        return { ...before, toggled: isFolded ? before.toggled.filter((one) => one !== key) : [...before.toggled, key] };
      });
    },
    // oxlint-disable-next-line react/exhaustive-deps -- as above
    [sessionId, collapsed, allKeys],
  );
  const foldTurns = (all: boolean): void =>
    changeFolds(sessionId, (before) => ({ ...before, turns: { ...before.turns, ...Object.fromEntries(keys.map((key) => [key, all])) } }));
  return { collapsed, toggle, foldTurns, allFolded: keys.length > 0 && folded.length === keys.length };
}

/** The older ones of more than a few turns. */
export function oldTurns(keys: readonly string[]): ReadonlySet<string> {
  return new Set(keys.length > FEW ? keys.slice(0, -OPEN) : []);
}
