import { useState } from 'react';
import type { TimeWindow } from './time-window.ts';
import { viewWindow, type ViewRangeInput } from './view-range.ts';

/**
 * The time window to draw, as the same object while unchanged. Frozen while scrolling, so that only new rows are rendered; adjusts to them
 * afterwards.
 */
export function useViewWindow(input: ViewRangeInput & { readonly scrolling: boolean }): TimeWindow {
  const [kept, setKept] = useState<TimeWindow | null>(null);
  if (kept && input.scrolling && !input.following && input.mode.type === 'auto') return kept;
  const next = viewWindow(input);
  if (kept && kept.from === next.from && kept.span === next.span) return kept;
  setKept(next);
  return next;
}
