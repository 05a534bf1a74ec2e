import { useMemo } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { type ColumnNeeds, columnNeeds } from './column-widths.ts';

interface ColumnNeedsInput {
  readonly ordered: Parameters<typeof columnNeeds>[0];
  /** Mutated in place. */
  readonly calls: Readonly<Record<string, CallRow>>;
  /** Another array when a call has changed. */
  readonly rows: readonly CallRow[];
  readonly replayed: boolean;
  readonly inBackground: boolean;
}

/** What the columns need for the calls as they are. */
export function useColumnNeeds({ ordered, calls, rows, replayed, inBackground }: ColumnNeedsInput): ColumnNeeds {
  return useMemo(
    () => columnNeeds(ordered, calls, { replayed, inBackground, now: engineNow() }),
    // oxlint-disable-next-line react/exhaustive-deps -- `rows` stands for what changed in `calls`.
    [ordered, calls, rows, replayed, inBackground],
  );
}
