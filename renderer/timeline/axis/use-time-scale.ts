import { type RefObject, useEffect, useMemo, useReducer, useState } from 'react';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { callsOf, useCoarse } from '../../calls/calls-of.ts';
import { isLive } from '../../calls/call-times.ts';
import { buildAxis, liveEdge, sameScale, type TimeAxis, type TimeScale } from './time-axis.ts';
import { onFrame } from '../../time/clock.ts';
import type { TimeWindow } from './time-window.ts';

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
  const hasLiveRow = useMemo(() => rows.some(isLive), [rows]);
  const [kept, setKept] = useState<TimeScale>(axis);
  const scale = sameScale(kept, axis);
  if (scale !== kept) setKept(scale);
  return { rows, axis, scale, live: session?.turn != null || hasLiveRow };
}

const NONE: readonly CallRow[] = [];

/**
 * Sets `--now`, the fraction of the window's width that time has reached, on every `data-live` element below an element. Set higher up,
 * every frame would recompute the style of every row. It moves by whole device pixels (`width`: of the waterfall, in CSS pixels), so that
 * frames without a visible change cost nothing. Calls `onFull` when the edge reaches the right end.
 */
export function useLiveEdge(
  element: RefObject<HTMLElement | null>,
  live: boolean,
  axis: TimeAxis,
  window: TimeWindow,
  width: number,
  onFull: () => void,
): void {
  useEffect(() => {
    if (!live) return;
    const steps = Math.max(1, Math.round(width * devicePixelRatio));
    return onFrame((now) => {
      const share = (liveEdge(axis, now) - window.from) / window.span;
      const value = (Math.round(Math.min(share, 1.02) * steps) / steps).toFixed(5);
      for (const edge of element.current?.querySelectorAll<HTMLElement>('[data-live]') ?? [])
        if (edge.style.getPropertyValue('--now') !== value) edge.style.setProperty('--now', value);
      if (share > 0.995) onFull();
    });
  });
}

/** A function that rerenders the component. */
export function useRedraw(): () => void {
  return useReducer((count: number) => count + 1, 0)[1];
}
