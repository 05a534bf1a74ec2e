/**
 * How well `query` matches `path`: its characters must occur in order, in any case. Runs, starts of words and the last part of the path
 * score higher. `undefined`: no match. An empty query matches everything equally.
 */
export function fuzzyScore(query: string, path: string): number | undefined {
  const wanted = query.toLowerCase();
  const text = path.toLowerCase();
  const name = text.lastIndexOf('/', text.length - 2) + 1;
  // A match within the file name scores higher than one spread over folders.
  const inName = walk(wanted, path, text, name);
  const anywhere = walk(wanted, path, text, 0);
  if (inName === undefined) return anywhere;
  return Math.max(inName + wanted.length, anywhere ?? 0);
}

function walk(wanted: string, path: string, text: string, from: number): number | undefined {
  let score = 0;
  let at = from;
  let last = -2;
  for (const char of wanted) {
    const found = text.indexOf(char, at);
    if (found < 0) return undefined;
    score += 1 + (found === last + 1 ? 2 : 0) + (startsWord(path, found) ? 3 : 0);
    last = found;
    at = found + char.length;
  }
  return score;
}

function startsWord(path: string, at: number): boolean {
  const before = path[at - 1];
  if (before === undefined || /[/._\-\s]/u.test(before)) return true;
  const here = path[at] ?? '';
  return before === before.toLowerCase() && here !== here.toLowerCase();
}
