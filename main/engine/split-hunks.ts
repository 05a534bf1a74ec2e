import type { DiffHunk } from '#shared/session/tool-view.ts';

/** So many unchanged lines part two changes: fewer, and they are read and reverted together. */
const LINES_BETWEEN = 3;
/** Unchanged lines shown beside a change. */
const CONTEXT = 3;

/**
 * The changes of a diff, each as a hunk of its own. A diff joins changes whose context meets; a person wants to revert each. An unchanged
 * line between two of them is shown with one.
 */
export function splitHunks(hunks: readonly DiffHunk[]): DiffHunk[] {
  return hunks.flatMap(splitHunk);
}

function splitHunk(hunk: DiffHunk): DiffHunk[] {
  const parts: DiffHunk[] = [];
  let from = 0;
  let [oldStart, newStart] = [hunk.oldStart, hunk.newStart];
  const take = (to: number): DiffHunk => {
    const lines = hunk.lines.slice(from, to);
    const oldLines = lines.filter((line) => !line.startsWith('+')).length;
    const newLines = lines.filter((line) => !line.startsWith('-')).length;
    const part = { oldStart, oldLines, newStart, newLines, lines };
    [oldStart, newStart, from] = [oldStart + oldLines, newStart + newLines, to];
    return part;
  };
  for (const { start, end } of stretchesBetween(hunk.lines)) {
    const after = Math.min(CONTEXT, Math.ceil((end - start) / 2));
    parts.push(take(start + after));
    // What is too far from both is left out.
    take(Math.max(from, end - CONTEXT));
  }
  if (parts.length === 0) return [hunk];
  return [...parts, take(hunk.lines.length)];
}

/** The long enough stretches of unchanged lines that have a change on both sides. */
function stretchesBetween(lines: readonly string[]): { readonly start: number; readonly end: number }[] {
  const changed = lines.flatMap((line, index) => (line.startsWith(' ') ? [] : [index]));
  return changed.flatMap((index, nth) => {
    const next = changed[nth + 1];
    return next === undefined || next - index - 1 < LINES_BETWEEN ? [] : [{ start: index + 1, end: next }];
  });
}
