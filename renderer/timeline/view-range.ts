import type { CallRow, ConversationItem } from '#shared/session/view.ts';
import { liveEdge, toAxis, type TimeAxis } from './time-axis.ts';
import { windowOver, type TimeWindow } from './time-window.ts';

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
  const message = items.findLast((item) => item.type === 'user' && (item.origin === 'prompt' || item.origin === 'queued'));
  return message?.at ?? 0;
}
