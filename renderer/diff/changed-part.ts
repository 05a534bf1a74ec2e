/** The part of a line that differs from its counterpart, as `[from, to]`. */
export type Stretch = readonly [from: number, to: number];

/** Lines that share less than this fraction of the longer one count as different: highlighting nearly all of both says nothing. */
const LEAST_SHARED = 0.3;

/** What changed between two versions of a line: everything between the common prefix and suffix. Undefined if they share too little. */
export function changedPart(before: string, after: string): { readonly before: Stretch; readonly after: Stretch } | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const shared = before.slice(0, head).trimStart().length + tail;
  if (shared < Math.max(before.trim().length, after.trim().length) * LEAST_SHARED) return undefined;
  return { before: [head, before.length - tail], after: [head, after.length - tail] };
}
