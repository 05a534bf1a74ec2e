import { useCallback, useRef, useState } from 'react';
import type { ViewMode } from './view-range.ts';

/** The user's view settings of the timeline. */
export interface TimelineView {
  readonly mode: ViewMode;
  readonly setMode: (mode: ViewMode) => void;
  /** Whether idle stretches are folded. */
  readonly folding: boolean;
  readonly toggleFolding: () => void;
  /** Zooms and pans the current window; set by the grid. */
  readonly zoomBy: (factor: number) => void;
  readonly panBy: (share: number) => void;
  readonly bind: (moves: WindowMoves) => void;
}

export interface WindowMoves {
  /** Below 1: in. */
  readonly zoomBy: (factor: number) => void;
  /** A fraction of the window; above 0: later. */
  readonly panBy: (share: number) => void;
}

export function useTimelineView(): TimelineView {
  const [mode, setMode] = useState<ViewMode>({ type: 'auto' });
  const [folding, setFolding] = useState(true);
  const bound = useRef<WindowMoves>({ zoomBy: () => {}, panBy: () => {} });
  return {
    mode,
    setMode,
    folding,
    toggleFolding: () => setFolding((before) => !before),
    zoomBy: useCallback((factor: number) => bound.current.zoomBy(factor), []),
    panBy: useCallback((share: number) => bound.current.panBy(share), []),
    bind: useCallback((moves: WindowMoves) => {
      bound.current = moves;
    }, []),
  };
}
