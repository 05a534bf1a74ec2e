import { useCallback, useRef, useState } from 'react';
import type { CallRow, ConversationItem } from '#shared/session/view.ts';
import { liveEdge, type TimeAxis, toAxis } from './time-axis.ts';
import { type TimeWindow, windowOver } from './time-window.ts';

/** Which part of the time is drawn: what the visible rows need, everything, or the user's selection. */
export type ViewMode = { readonly type: 'auto' } | { readonly type: 'all' } | { readonly type: 'chosen'; readonly window: TimeWindow };

export interface ViewRangeInput {
  readonly mode: ViewMode;
  readonly axis: TimeAxis;
  /** All rows, and the visible ones. */
  readonly rows: readonly CallRow[];
  readonly visible: readonly CallRow[];
  readonly following: boolean;
  /** Start of the current or last turn. */
  readonly turnStart: number;
  readonly live: boolean;
  readonly now: number;
}

/**
 * The time window to draw. In auto mode it fits the visible rows, so that an hour's session reads as well as a minute's; while following it
 * doesn't extend back past the current turn.
 */
export function viewWindow({ mode, axis, rows, visible, following, turnStart, live, now }: ViewRangeInput): TimeWindow {
  if (mode.type === 'chosen') return mode.window;
  const inTurn = following ? visible.filter((row) => row.queuedAt >= turnStart) : visible;
  const shown = mode.type === 'all' ? rows : inTurn.length > 0 ? inTurn : visible;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const row of shown) {
    from = Math.min(from, row.queuedAt);
    to = Math.max(to, row.finishedAt ?? now);
  }
  if (from > to) return windowOver(0, 0, live);
  const open = live && (mode.type === 'all' || following);
  return windowOver(toAxis(axis, from), open ? liveEdge(axis, now) : toAxis(axis, to), open);
}

/** Start of the current or last turn: the time of the user's last message. */
export function lastTurnStart(items: readonly ConversationItem[]): number {
  const message = items.findLast(
    (item) => item.type === 'user' && (item.origin === 'prompt' || item.origin === 'queued' || item.origin === 'scheduled'),
  );
  return message?.at ?? 0;
}

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

interface WindowMoves {
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
