/** The median of `figures`, or another quantile; NaN when there are none. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (figures: readonly number[]): number => quantile(figures, 0.5);

/**
 * How much `ours` grows beyond `floor` from early in the run to its end: medians of the ratio (ours − floor at the same turn) over a tenth
 * of the turns, after a tenth of the run, when programs have warmed up, and at the end.
 */
export function shareGrowth(ours: readonly number[], floor: readonly number[]): { early: number; late: number; growth: number } {
  const share = ours.slice(0, floor.length).map((gap, turn) => gap - (floor[turn] ?? 0));
  const tenth = Math.floor(share.length / 10);
  const early = median(share.slice(tenth, 2 * tenth));
  const late = median(share.slice(-tenth));
  return { early, late, growth: late - early };
}
