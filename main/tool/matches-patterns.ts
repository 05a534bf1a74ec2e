import { isAbsolute, relative, sep } from 'node:path';
import ignore from 'ignore';

const MAX_PATTERNS = 200;

/** Whether a file below `base` matches one of the gitignore patterns, in which `{a,b}` stands for both. Both paths absolute. */
export function matchesPatterns(patterns: readonly string[], base: string, file: string): boolean {
  const path = relative(base, file);
  if (path === '' || path.startsWith('..') || isAbsolute(path)) return false;
  return ignore()
    .add(patterns.slice(0, MAX_PATTERNS).flatMap((pattern) => withoutBraces(pattern)))
    .ignores(path.replaceAll(sep, '/'));
}

/** The patterns that one with braces stands for. Too many: the pattern itself, in which braces are literal. */
export function withoutBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const expanded = patterns.flatMap((one) => {
      const match = /\{([^{}]*,[^{}]*)\}/u.exec(one);
      if (!match) return [one];
      const [whole, inner = ''] = match;
      return inner.split(',').map((part) => one.slice(0, match.index) + part + one.slice(match.index + whole.length));
    });
    if (expanded.length > MAX_PATTERNS) return [pattern];
    if (expanded.length === patterns.length && expanded.every((one, index) => one === patterns[index])) return patterns;
    patterns = expanded;
  }
}
