import { useCallback, useRef, useState } from 'react';
import type { TimeWindow } from './time-window.ts';

/** The lane of the whole session, beside those of its turns. */
export const SESSION_LANE = 'session';

/** Which time is drawn: each turn to its own scale, all of them to one, or a part of one lane that the person chose. */
export type ViewMode =
  | { readonly type: 'turns' }
  | { readonly type: 'session' }
  | { readonly type: 'chosen'; readonly laneId: string; readonly window: TimeWindow };

export function hasOneScale(mode: ViewMode): boolean {
  return mode.type === 'session' || (mode.type === 'chosen' && mode.laneId === SESSION_LANE);
}

/** The user's view settings of the timeline. */
export interface TimelineView {
  readonly mode: ViewMode;
  readonly setMode: (mode: ViewMode) => void;
  /** Whether idle stretches are folded. */
  readonly folding: boolean;
  readonly toggleFolding: () => void;
  /** Zooms and pans the current lane; set by the grid. */
  readonly zoomBy: (factor: number) => void;
  readonly panBy: (share: number) => void;
  readonly bind: (moves: WindowMoves) => void;
}

interface WindowMoves {
  /** Below 1: in. */
  readonly zoomBy: (factor: number) => void;
  /** A fraction of the window; above 0: later. */
  readonly panBy: (share: number) => void;
}

export function useTimelineView(): TimelineView {
  const [mode, setMode] = useState<ViewMode>({ type: 'turns' });
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
