import { structuredPatch } from 'diff';
import type { DiffHunk, ToolViewDetail } from '#shared/session/tool-view.ts';

/** A view carries no more lines than this; the rest is said to be left out. */
const MAX_LINES = 2000;
/** Past this a diff is drawn as "everything replaced" rather than hold the engine up. */
const DIFF_BUDGET_MS = 50;

export interface FileDiff {
  readonly hunks: DiffHunk[];
  readonly additions: number;
  readonly deletions: number;
  readonly truncated: boolean;
}

/** The change from `before` to `after`, both with `\n` line ends, three lines of context. */
export function diffOf(before: string, after: string): FileDiff {
  const patch = structuredPatch('', '', before, after, undefined, undefined, { context: 3, timeout: DIFF_BUDGET_MS });
  const hunks = (patch?.hunks ?? [replaceEverything(before, after)]).map((hunk) => ({
    oldStart: hunk.oldStart,
    oldLines: hunk.oldLines,
    newStart: hunk.newStart,
    newLines: hunk.newLines,
    lines: hunk.lines.filter((line) => !line.startsWith('\\')),
  }));
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return {
    ...bounded(hunks),
    additions: lines.filter((line) => line.startsWith('+')).length,
    deletions: lines.filter((line) => line.startsWith('-')).length,
  };
}

export function diffDetail(path: string, diff: FileDiff, created: boolean): ToolViewDetail {
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
  return `+${String(diff.additions)} −${String(diff.deletions)}`;
}

function bounded(hunks: readonly DiffHunk[]): { hunks: DiffHunk[]; truncated: boolean } {
  const kept: DiffHunk[] = [];
  let room = MAX_LINES;
  for (const hunk of hunks) {
    if (room <= 0) break;
    kept.push(hunk.lines.length <= room ? hunk : { ...hunk, lines: hunk.lines.slice(0, room) });
    room -= hunk.lines.length;
  }
  return { hunks: kept, truncated: room < 0 || kept.length < hunks.length };
}

function replaceEverything(before: string, after: string): DiffHunk {
  const oldLines = before === '' ? [] : before.split('\n');
  const newLines = after === '' ? [] : after.split('\n');
  return {
    oldStart: 1,
    oldLines: oldLines.length,
    newStart: 1,
    newLines: newLines.length,
    lines: [...oldLines.map((line) => `-${line}`), ...newLines.map((line) => `+${line}`)],
  };
}
