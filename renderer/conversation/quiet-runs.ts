/** Shorter runs get a line per call. */
const SHORTEST = 3;

export interface QuietRun {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly quiet: boolean;
}

/** Splits a sequence of calls (`q`: quiet) into runs that share a line and the calls between. */
export function quietRuns(pattern: string): QuietRun[] {
  const runs: QuietRun[] = [];
  let from = 0;
  for (const { 0: match, index } of pattern.matchAll(new RegExp(`q{${SHORTEST},}`, 'g'))) {
    if (index > from) runs.push({ from, to: index, quiet: false });
    from = index + match.length;
    runs.push({ from: index, to: from, quiet: true });
  }
  if (from < pattern.length) runs.push({ from, to: pattern.length, quiet: false });
  return runs;
}
