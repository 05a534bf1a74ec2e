import { useEffect, useReducer, type RefObject } from 'react';
import { onFrame } from './clock.ts';
import { liveEdge, type TimeAxis } from './time-axis.ts';
import type { TimeWindow } from './time-window.ts';

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
