/** Finds up to `max` occurrences of the lines `wanted` in `lines`, including overlapping ones, in linear time. */
export function findLines(lines: readonly string[], wanted: readonly string[], max: number): number[] {
  const fallback = fallbackTable(wanted);
  const found: number[] = [];
  let matched = 0;
  for (const [index, line] of lines.entries()) {
    while (matched > 0 && wanted[matched] !== line) matched = fallback[matched - 1] ?? 0;
    if (wanted[matched] === line) matched += 1;
    if (matched < wanted.length) continue;
    found.push(index - wanted.length + 1);
    if (found.length >= max) return found;
    matched = fallback[matched - 1] ?? 0;
  }
  return found;
}

/** The table of the Knuth–Morris–Pratt algorithm: how many lines still match when the comparison fails after a line. */
function fallbackTable(wanted: readonly string[]): number[] {
  const table = [0];
  let matched = 0;
  for (let index = 1; index < wanted.length; index += 1) {
    while (matched > 0 && wanted[matched] !== wanted[index]) matched = table[matched - 1] ?? 0;
    if (wanted[matched] === wanted[index]) matched += 1;
    table.push(matched);
  }
  return table;
}
