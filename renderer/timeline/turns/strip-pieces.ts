import type { CallRow } from '#shared/session/view.ts';
import { barSegments, type Segment, type SegmentKind } from '../../calls/call-times.ts';
import { toAxis, type TimeScale } from '../axis/time-axis.ts';
import type { TimeWindow } from '../axis/time-window.ts';

/** A stretch of the strip, as fractions of its width. */
export interface StripPiece {
  readonly kind: SegmentKind;
  readonly at: number;
  readonly width: number;
}

export interface StripScale {
  readonly scale: TimeScale;
  readonly window: TimeWindow;
  /** Pixels. */
  readonly width: number;
  /** Where what runs ends. Epoch milliseconds. */
  readonly now: number;
}

/** What is drawn over what, from the back. */
const ORDER: readonly SegmentKind[] = ['queued', 'cancelled', 'done', 'running', 'waiting', 'failed', 'denied'];
/** What never took long can still be seen. Pixels. */
const LEAST_PX = 2;
/** A call that failed or was denied is marked at its end, so that it doesn't hide the others. Pixels. */
const MARK_PX = 4;

/** All calls of a turn in one row of pixels: in each, the most serious of what happened then. */
export function stripPieces(rows: readonly CallRow[], { scale, window, width, now }: StripScale): readonly StripPiece[] {
  const length = Math.max(1, Math.round(width));
  const pixels = new Int8Array(length).fill(-1);
  const paint = (kind: SegmentKind, from: number, to: number): void => {
    const rank = ORDER.indexOf(kind);
    for (let at = Math.max(0, from); at < Math.min(length, to); at += 1) if (rank > (pixels[at] ?? -1)) pixels[at] = rank;
  };
  const pixelOf = (time: number): number => Math.round(((toAxis(scale, time) - window.from) / window.span) * length);
  for (const { kind, start, end } of rows.flatMap((row): readonly Segment[] => barSegments(row))) {
    const to = pixelOf(end ?? now);
    // What is on the strip at all has its mark on it.
    const from = Math.min(pixelOf(start), to > length ? to : length - LEAST_PX);
    if (to < 0 || from > length) continue;
    if (kind === 'failed' || kind === 'denied') {
      paint('done', from, to);
      const mark = Math.min(Math.max(from, to - MARK_PX), length - MARK_PX);
      paint(kind, mark, mark + MARK_PX);
    } else paint(kind, from, Math.max(to, from + LEAST_PX));
  }
  return piecesOf(pixels);
}

function piecesOf(pixels: Int8Array): readonly StripPiece[] {
  const pieces: StripPiece[] = [];
  let from = 0;
  for (let at = 1; at <= pixels.length; at += 1) {
    if (at < pixels.length && pixels[at] === pixels[from]) continue;
    const kind = ORDER[pixels[from] ?? -1];
    if (kind !== undefined) pieces.push({ kind, at: from / pixels.length, width: (at - from) / pixels.length });
    from = at;
  }
  return pieces;
}
