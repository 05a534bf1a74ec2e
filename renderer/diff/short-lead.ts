import type { DiffDetail } from '#shared/session/tool-view.ts';

/** One unchanged line says where a change is. */
const LEAD = 1;

/** A diff with less before its first change, for where only some lines of it are in view: these must show what changes. */
export function withShortLead(diff: DiffDetail): DiffDetail {
  const [first, ...others] = diff.hunks;
  const cut = first ? first.lines.findIndex((line) => !line.startsWith(' ')) - LEAD : 0;
  if (!first || cut <= 0) return diff;
  const { oldStart, oldLines, newStart, newLines, lines } = first;
  const shorter = { oldStart: oldStart + cut, oldLines: oldLines - cut, newStart: newStart + cut, newLines: newLines - cut };
  return { ...diff, hunks: [{ ...shorter, lines: lines.slice(cut) }, ...others] };
}
