/** A span of time on one track. Times are epoch milliseconds. */
export interface Slice {
  readonly name: string;
  readonly category: string;
  readonly start: number;
  readonly end: number;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

/**
 * Slices of one track in order, each fully inside the one it starts in: trace viewers reject partial overlaps. Clocks of different parts of
 * a call differ by a millisecond or so; what sticks out is cut.
 */
export function nestedSlices(slices: readonly Slice[]): readonly Slice[] {
  const ordered = slices.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const open: Slice[] = [];
  return ordered.map((slice) => {
    let outer = open.at(-1);
    while (outer !== undefined && outer.end <= slice.start) {
      open.pop();
      outer = open.at(-1);
    }
    const end = Math.max(slice.start, Math.min(slice.end, outer?.end ?? slice.end));
    const cut = end === slice.end ? slice : { ...slice, end };
    open.push(cut);
    return cut;
  });
}

/** Distributes overlapping slices over as few tracks as possible: each goes to the first track that is free when it starts. */
export function intoTracks<T extends { readonly start: number; readonly end: number }>(stretches: readonly T[]): readonly (readonly T[])[] {
  const tracks: { readonly stretches: T[]; until: number }[] = [];
  for (const stretch of stretches.toSorted((a, b) => a.start - b.start)) {
    let track = tracks.find(({ until }) => until <= stretch.start);
    if (track === undefined) {
      track = { stretches: [], until: 0 };
      tracks.push(track);
    }
    track.stretches.push(stretch);
    track.until = Math.max(stretch.start, stretch.end);
  }
  return tracks.map(({ stretches: placed }) => placed);
}
