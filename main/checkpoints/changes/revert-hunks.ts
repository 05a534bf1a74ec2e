import { linesWithEnds } from '#main/tool/lines-with-ends.ts';

/** The position of a hunk in the old and the new file: 1-based lines, as in a diff. */
export interface HunkRange {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/**
 * The current text with some hunks reverted. Each line keeps its own line ending.
 * @returns `undefined` when the ranges don’t fit the texts, or overlap.
 */
export function revertHunks(then: string, now: string, hunks: readonly HunkRange[]): string | undefined {
  const [old, lines] = [linesWithEnds(then), linesWithEnds(now)];
  const result: string[] = [];
  let next = 0;
  for (const { oldStart, oldLines, newStart, newLines } of hunks.toSorted((a, b) => a.newStart - b.newStart)) {
    const [from, at] = [Math.max(0, oldStart - 1), Math.max(0, newStart - 1)];
    if (at < next || at + newLines > lines.length || from + oldLines > old.length) return undefined;
    result.push(...lines.slice(next, at), ...old.slice(from, from + oldLines));
    next = at + newLines;
  }
  return [...result, ...lines.slice(next)].join('');
}
