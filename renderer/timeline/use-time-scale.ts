import { useMemo, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { callsOf } from './calls-of.ts';
import { engineNow } from '../store/engine-clock.ts';
import { isLive } from './segments.ts';
import { buildAxis, sameScale, type TimeAxis, type TimeScale } from './time-axis.ts';
import { useCoarse } from './use-coarse.ts';

export interface SessionTime {
  /** All rows, slightly delayed in a very long session. */
  readonly rows: readonly CallRow[];
  readonly axis: TimeAxis;
  /** The same object while unchanged. */
  readonly scale: TimeScale;
  /** Whether anything is still running. */
  readonly live: boolean;
}

/** A session's time scale: recomputed on changes, not as time passes. */
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
