/** White space between two words; bounded, because a text may consist of nothing else. */
const SPACE = String.raw`\s{1,100}`;

/** Finds `query` in any case; a space matches any white space. `null` for nothing to find. */
export function findPattern(query: string): RegExp | null {
  const words = query.split(/\s+/u).map((word) => word.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`));
  return query.trim() === '' ? null : new RegExp(words.join(SPACE), 'giu');
}
