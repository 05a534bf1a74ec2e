/** One thing configured by a folder. */
export interface TrustItem {
  readonly text: string;
  readonly state: 'same' | 'new' | 'gone';
}

export interface TrustFile {
  readonly file: string;
  readonly items: readonly TrustItem[];
}

/**
 * A folder's own configuration by file, parsed from main's texts: "<file>: <what it does>".
 * @param before the texts when the folder was trusted; each item then says whether it is new, and removed items follow.
 */
export function trustFiles(items: readonly string[], before: readonly string[] | undefined): readonly TrustFile[] {
  const known = new Set(before);
  const now = new Set(items);
  const states = [
    ...items.map((item) => ({ item, state: before === undefined || known.has(item) ? ('same' as const) : ('new' as const) })),
    ...(before ?? []).filter((item) => !now.has(item)).map((item) => ({ item, state: 'gone' as const })),
  ];
  const files = new Map<string, TrustItem[]>();
  for (const { item, state } of states) {
    const end = item.indexOf(': ');
    const file = end < 0 ? '' : item.slice(0, end);
    files.set(file, [...(files.get(file) ?? []), { text: end < 0 ? item : item.slice(end + 2), state }]);
  }
  return [...files].map(([file, found]) => ({ file, items: found }));
}
