/**
 * Whether some path can match both patterns. Segments are separated by `/`; `**` matches any number of them, `*`, `?` and `[…]` stay within
 * one. Errs towards true: brackets count as any character.
 * @param ofShell whether `b` is a pattern of a shell: a name that starts with a dot isn't matched by `*`, `?` or `[…]` at its start.
 */
export function globsMeet(a: string, b: string, ofShell = false): boolean {
  return segmentsMeet(a.split('/').filter(Boolean), b.split('/').filter(Boolean), ofShell);
}

function segmentsMeet(a: readonly string[], b: readonly string[], ofShell: boolean): boolean {
  return meets(a.length, b.length, (i, j, at) => {
    if (i === a.length && j === b.length) return true;
    const left = a[i];
    const right = b[j];
    if (left === '**' && (at(i + 1, j) || (j < b.length && at(i, j + 1)))) return true;
    if (right === '**' && (at(i, j + 1) || (i < a.length && at(i + 1, j)))) return true;
    if (left === undefined || right === undefined || left === '**' || right === '**') return false;
    if (ofShell && left.startsWith('.') && /^[*?[]/u.test(right)) return false;
    return segmentMeets(left, right) && at(i + 1, j + 1);
  });
}

function segmentMeets(left: string, right: string): boolean {
  const a = tokens(left);
  const b = tokens(right);
  return meets(a.length, b.length, (i, j, at) => {
    if (i === a.length && j === b.length) return true;
    const x = a[i];
    const y = b[j];
    if (x === '*' && (at(i + 1, j) || (j < b.length && at(i, j + 1)))) return true;
    if (y === '*' && (at(i, j + 1) || (i < a.length && at(i + 1, j)))) return true;
    if (x === undefined || y === undefined || x === '*' || y === '*') return false;
    return (x === y || x === '?' || y === '?') && at(i + 1, j + 1);
  });
}

function tokens(segment: string): string[] {
  return [
    ...segment
      .normalize('NFC')
      .toLowerCase()
      // As the first character of a set a bracket is literal.
      .replace(/\[[!^]?\](?:.*\])?/gu, '*')
      .replace(/\[[^\]]+\]/gu, '?')
      .replace(/\\(.)/gu, '$1'),
  ];
}

type Step = (i: number, j: number, at: (i: number, j: number) => boolean) => boolean;

/** Walks two sequences together, visiting each pair of positions at most once. */
function meets(rows: number, columns: number, step: Step): boolean {
  const known = new Map<number, boolean>();
  const at = (i: number, j: number): boolean => {
    if (i > rows || j > columns) return false;
    const key = i * (columns + 1) + j;
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    known.set(key, false);
    const result = step(i, j, at);
    known.set(key, result);
    return result;
  };
  return at(0, 0);
}
