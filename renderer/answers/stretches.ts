/** Stretches of an axis that starts at 0, in order and apart from each other. */
export type Stretches = readonly (readonly [from: number, to: number])[];

export function withStretch(stretches: Stretches, from: number, to: number): Stretches {
  const touches = ([start, end]: Stretches[number]) => start <= to && end >= from;
  const joined = stretches.filter(touches);
  const whole = [Math.min(from, ...joined.map(([start]) => start)), Math.max(to, ...joined.map(([, end]) => end))] as const;
  return [...stretches.filter((one) => !touches(one)), whole].toSorted(([a], [b]) => a - b);
}

/** Where the first part of 0 to `end` starts that is in none of them, and longer than `slack`. */
export function firstGap(stretches: Stretches, end: number, slack: number): number | undefined {
  let covered = 0;
  for (const [from, to] of stretches) {
    if (from - covered > slack) return covered;
    covered = Math.max(covered, to);
  }
  return end - covered > slack ? covered : undefined;
}

/** How much of 0 to `end` is in them. */
export function lengthIn(stretches: Stretches, end: number): number {
  return stretches.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, end) - Math.max(from, 0)), 0);
}
