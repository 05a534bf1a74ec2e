import { useCallback, useRef, useState } from 'react';
import type { ViewMode } from './view-range.ts';

/** What a person chose to see of the timeline. */
export interface TimelineView {
  readonly mode: ViewMode;
  readonly setMode: (mode: ViewMode) => void;
  /** Whether stretches without work are drawn shorter. */
  readonly folding: boolean;
  readonly toggleFolding: () => void;
  /** Zooms the current window; set by the grid, which knows it. */
  readonly zoomBy: (factor: number) => void;
  readonly bindZoom: (zoomBy: (factor: number) => void) => void;
}

export function useTimelineView(): TimelineView {
  const [mode, setMode] = useState<ViewMode>({ type: 'auto' });
  const [folding, setFolding] = useState(true);
  const bound = useRef<(factor: number) => void>(() => {});
  return {
    mode,
    setMode,
    folding,
    toggleFolding: () => setFolding((before) => !before),
    zoomBy: useCallback((factor: number) => bound.current(factor), []),
    bindZoom: useCallback((zoomBy: (factor: number) => void) => {
      bound.current = zoomBy;
    }, []),
  };
}
