import { useMemo, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { callsOf } from './calls-of.ts';
import { engineNow } from '../store/engine-clock.ts';
import { isLive } from './segments.ts';
import { buildAxis, sameScale, type TimeAxis, type TimeScale } from './time-axis.ts';
import { useCoarse } from './use-coarse.ts';

export interface SessionTime {
  /** All rows, a moment old in a very long session. */
  readonly rows: readonly CallRow[];
  readonly axis: TimeAxis;
  /** Stays the same object while nothing moves on it. */
  readonly scale: TimeScale;
  /** Whether anything still goes on. */
  readonly live: boolean;
}

/** The time of a session: made anew for what happened, not for time passing. */
export function useTimeScale(session: SessionView | undefined, folding: boolean): SessionTime {
  const coarse = useCoarse(session);
  const rows = coarse ? callsOf(coarse) : NONE;
  const axis = useMemo(() => buildAxis(rows, engineNow(), folding), [rows, folding]);
  const anyLive = useMemo(() => rows.some(isLive), [rows]);
  const [kept, setKept] = useState<TimeScale>(axis);
  const scale = sameScale(kept, axis);
  if (scale !== kept) setKept(scale);
  return { rows, axis, scale, live: session?.turn != null || anyLive };
}

const NONE: readonly CallRow[] = [];
