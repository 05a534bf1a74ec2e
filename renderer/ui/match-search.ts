/** Whether each word of the search occurs in some of the texts. */
export function matchesSearch(texts: readonly string[], search: string): boolean {
  const text = texts.join('\n').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word));
}
