/** The literal parts of a pattern, in order; any text matches between two of them. */
export type WildcardParts = readonly string[];

/** Whether the parts occur in order, the first at the start and the last at the end. Takes linear time for any pattern. */
export function matchesParts(parts: WildcardParts, text: string): boolean {
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}

/** Whether a text matches a pattern in which `*` matches any text. */
export function matchesWildcard(pattern: string, text: string): boolean {
  return matchesParts(pattern.split('*'), text);
}
