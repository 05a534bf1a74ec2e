/** `[start, end]` in milliseconds. */
export type Interval = readonly [start: number, end: number];

/** The union of intervals as disjoint ones in order. */
export function mergeIntervals(intervals: Interval[]): Interval[] {
  intervals.sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [start, end] of intervals) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** The parts of `whole` not covered by `parts` (disjoint, in order). */
export function without(whole: Interval, parts: readonly Interval[]): Interval[] {
  const free: Interval[] = [];
  let from = whole[0];
  for (const [start, end] of parts) {
    if (end <= from) continue;
    if (start >= whole[1]) break;
    if (start > from) free.push([from, start]);
    from = Math.max(from, end);
  }
  if (from < whole[1]) free.push([from, whole[1]]);
  return free;
}

export function totalLength(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, [start, end]) => sum + (end - start), 0);
}
