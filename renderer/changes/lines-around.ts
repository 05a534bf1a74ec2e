import type { DiffHunk } from '#shared/session/tool-view.ts';

export type Side = 'above' | 'below';

/** Lines that are shown around a hunk beside its own, in the order of the file. */
export type Around = Readonly<Record<Side, readonly string[]>>;

export const NOTHING_AROUND: Around = { above: [], below: [] };

/** Lines shown with each step. */
const STEP = 20;
/** So few are not left for another step. */
const FEW = 5;

/** Lines of the file now. */
export interface LineSpan {
  /** 1-based. */
  readonly from: number;
  readonly count: number;
}

interface Place {
  readonly hunks: readonly DiffHunk[];
  readonly index: number;
  readonly side: Side;
  /** What is shown around each hunk. */
  readonly around: (index: number) => Around;
  /** How many lines the file has. */
  readonly lines: number;
}

/** The next lines to show on one side of a hunk: those beside it that no hunk shows yet. `count` is 0 where there are none. */
export function nextLines({ hunks, index, side, around, lines }: Place): LineSpan {
  const start = (at: number): number => (hunks[at] ? hunks[at].newStart - around(at).above.length : lines + 1);
  const end = (at: number): number => (hunks[at] ? hunks[at].newStart + hunks[at].newLines + around(at).below.length : 1);
  const [from, to] = side === 'above' ? [end(index - 1), start(index)] : [end(index), start(index + 1)];
  const hidden = Math.max(0, Math.min(to, lines + 1) - from);
  const count = hidden <= STEP + FEW ? hidden : STEP;
  return { from: side === 'above' ? from + hidden - count : from, count };
}

/** A hunk with the lines around it, which are the same before and after. */
export function withAround(hunk: DiffHunk, { above, below }: Around): DiffHunk {
  if (above.length + below.length === 0) return hunk;
  const same = (lines: readonly string[]): string[] => lines.map((line) => ` ${line}`);
  const more = above.length + below.length;
  return {
    oldStart: hunk.oldStart - above.length,
    oldLines: hunk.oldLines + more,
    newStart: hunk.newStart - above.length,
    newLines: hunk.newLines + more,
    lines: [...same(above), ...hunk.lines, ...same(below)],
  };
}
