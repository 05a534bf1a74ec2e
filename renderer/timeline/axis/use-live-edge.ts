import { type RefObject, useEffect } from 'react';
import { onFrame } from '../../time/clock.ts';
import { toAxis, type TimeAxis } from './time-axis.ts';
import type { TimeWindow } from './time-window.ts';

/** A lane whose end is moving. */
export interface LiveLane {
  readonly id: string;
  readonly axis: TimeAxis;
  readonly window: TimeWindow;
}

/** Every display frame would take twice the processor time, and show little more. */
const SHORTEST_STEP_MS = 33;

/**
 * Sets `--now`, the fraction of the window's width that time has reached, on every element below one that has its lane's id as `data-live`.
 * Set higher up, every frame would recompute the style of every row. It moves by whole device pixels (`width`: of the waterfall, in CSS
 * pixels), and no frames are asked for in between. Calls `onFull` when the edge of a lane reaches the right end.
 */
export function useLiveEdge(
  element: RefObject<HTMLElement | null>,
  lanes: readonly LiveLane[],
  width: number,
  onFull: (laneId: string) => void,
): void {
  useEffect(() => {
    if (lanes.length === 0) return;
    const steps = Math.max(1, Math.round(width * devicePixelRatio));
    return onFrame(
      (now) => {
        const values = new Map<string, string>();
        for (const { id, axis, window } of lanes) {
          const share = (toAxis(axis, now) - window.from) / window.span;
          values.set(id, (Math.round(Math.min(share, 1.02) * steps) / steps).toFixed(5));
          if (share > 0.995) onFull(id);
        }
        for (const edge of element.current?.querySelectorAll<HTMLElement>('[data-live]') ?? []) {
          const value = values.get(edge.dataset['live'] ?? '');
          if (value !== undefined && edge.style.getPropertyValue('--now') !== value) edge.style.setProperty('--now', value);
        }
      },
      Math.max(SHORTEST_STEP_MS, Math.min(...lanes.map(({ window }) => window.span / steps))),
    );
  });
}
