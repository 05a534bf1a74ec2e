import { type ModelWork, modelWorkUntil } from '../../calls/model-work.ts';
import { toAxis, type TimeScale } from '../axis/time-axis.ts';
import type { TimeWindow } from '../axis/time-window.ts';

/** A stretch of the band. `at` and `width` are fractions of its width. */
export interface ModelPiece {
  readonly at: number;
  /** `null` while the model works: the clock draws the edge. */
  readonly width: number | null;
  /** How long the model worked in it. Milliseconds; `null` while it works. */
  readonly worked: number | null;
}

/** What never took long can still be seen, and what is closer than this can't be told apart. Pixels. */
const LEAST_PX = 2;

/** Where a model worked, in as many pieces as can be told apart on a band that is `width` pixels wide. */
export function modelPieces(model: ModelWork, scale: TimeScale, window: TimeWindow, width: number): readonly ModelPiece[] {
  const share = (time: number): number => (toAxis(scale, time) - window.from) / window.span;
  const least = LEAST_PX / Math.max(1, width);
  const pieces: { from: number; to: number; worked: number | null }[] = [];
  for (const [start, end] of modelWorkUntil(model, Number.POSITIVE_INFINITY)) {
    const grows = end === Number.POSITIVE_INFINITY;
    const [from, to] = [share(start), grows ? Number.POSITIVE_INFINITY : share(end)];
    const last = pieces.at(-1);
    if (last && from - last.to < least) {
      last.to = Math.max(last.to, to);
      last.worked = grows || last.worked === null ? null : last.worked + (end - start);
    } else pieces.push({ from, to: Math.max(to, from + least), worked: grows ? null : end - start });
  }
  return pieces.flatMap(({ from, to, worked }) => {
    const at = Math.max(0, from);
    if (to < 0 || from > 1) return [];
    return [{ at: Math.min(at, 1 - least), width: worked === null ? null : Math.max(least, Math.min(1, to) - at), worked }];
  });
}
