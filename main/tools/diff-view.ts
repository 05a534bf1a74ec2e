import { structuredPatch } from 'diff';
import type { DiffDetail, DiffHunk } from '#shared/session/tool-view.ts';
import { linesWithEnds } from '#main/tool/lines-with-ends.ts';

/** Lines of a view. A longer diff is cut and marked as truncated. */
const MAX_LINES = 2000;
/**
 * A change that adds and removes more lines than this is shown as one replaced block, because the work grows with the square of their
 * number. Not a time limit, since hunks are identified by position and the result must be the same each time.
 */
const MAX_EDITS = 400;

export interface FileDiff {
  readonly hunks: DiffHunk[];
  readonly additions: number;
  readonly deletions: number;
  readonly truncated: boolean;
}

/** The change from `before` to `after`, both with `\n` line ends, three lines of context. */
export function diffOf(before: string, after: string): FileDiff {
  return diffOfPatch(patchOf(before, after));
}

/** All hunks of the change from `before` to `after`, as `diffOf` takes them. */
export function patchOf(before: string, after: string): DiffHunk[] {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength: MAX_EDITS });
  return (patch?.hunks ?? [replaceBlock(before, after)]).map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines: lines.filter((line) => !line.startsWith('\\')),
  }));
}

/** A patch for a view. All lines are counted, but a long patch is cut. */
export function diffOfPatch(hunks: readonly DiffHunk[]): FileDiff {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    ...bounded(hunks),
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
  };
}

export function diffDetail(path: string, diff: FileDiff, created: boolean): DiffDetail {
  return {
    type: 'diff',
    path,
    hunks: diff.hunks,
    additions: diff.additions,
    deletions: diff.deletions,
    ...(created ? { created: true } : {}),
    ...(diff.truncated ? { truncated: true } : {}),
  };
}

/** "+3 −1" */
export function diffOutcome(diff: Pick<FileDiff, 'additions' | 'deletions'>): string {
  if (diff.additions + diff.deletions === 0) return 'no changed lines';
  return `+${String(diff.additions)} −${String(diff.deletions)}`;
}

function bounded(hunks: readonly DiffHunk[]): { hunks: DiffHunk[]; truncated: boolean } {
  const kept: DiffHunk[] = [];
  let remaining = MAX_LINES;
  for (const hunk of hunks) {
    if (remaining <= 0) break;
    kept.push(hunk.lines.length <= remaining ? hunk : { ...hunk, lines: hunk.lines.slice(0, remaining) });
    remaining -= hunk.lines.length;
  }
  return { hunks: kept, truncated: remaining < 0 || kept.length < hunks.length };
}

/** Everything between the first and the last line that differ. */
function replaceBlock(before: string, after: string): DiffHunk {
  const oldLines = linesWithEnds(before);
  const newLines = linesWithEnds(after);
  const shorter = Math.min(oldLines.length, newLines.length);
  let start = 0;
  while (start < shorter && oldLines[start] === newLines[start]) start += 1;
  let end = 0;
  while (end < shorter - start && oldLines.at(-1 - end) === newLines.at(-1 - end)) end += 1;
  const removed = oldLines.slice(start, oldLines.length - end);
  const added = newLines.slice(start, newLines.length - end);
  return {
    oldStart: start + 1,
    oldLines: removed.length,
    newStart: start + 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${withoutEnd(line)}`), ...added.map((line) => `+${withoutEnd(line)}`)],
  };
}

function withoutEnd(line: string): string {
  return line.endsWith('\n') ? line.slice(0, -1) : line;
}
