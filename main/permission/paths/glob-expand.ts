import { readdirSync } from 'node:fs';
import path from 'node:path';

const MAX_MATCHES = 500;

/** Current matches of an absolute shell glob, at most 500; errs towards more than bash would match. Undefined when they can't be determined. */
export function expandGlob(pattern: string): string[] | undefined {
  const parts = pattern.split('/').filter((part) => part !== '');
  let level: string[] = ['/'];
  for (const part of parts) {
    const next: string[] = [];
    for (const folder of level) {
      const found = step(folder, part);
      if (found === undefined) return undefined;
      next.push(...found);
      if (next.length > MAX_MATCHES) return undefined;
    }
    level = next;
    if (level.length === 0) break;
  }
  return level;
}

function step(folder: string, part: string): string[] | undefined {
  if (!/[*?[]/u.test(part)) return [path.join(folder, part)];
  const expression = globExpression(part.normalize('NFC'));
  if (expression === undefined) return undefined;
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // The shell finds nothing there either.
    return [];
  }
  if (names.length > 20_000) return undefined;
  // In older shells `.*` matches the parent folder as well.
  if (!/^\.\[[!^]\.|^\.\?\?/u.test(part)) names.push('..');
  return names.filter((name) => expression.test(name) || expression.test(name.normalize('NFC'))).map((name) => path.join(folder, name));
}

/**
 * A regular expression that matches every name a shell pattern without slashes matches, in any locale (bash manual, “Pattern Matching”). It
 * may match slightly more. Undefined for patterns with character classes or escapes, which aren't supported here.
 */
export function globExpression(pattern: string): RegExp | undefined {
  let source = pattern.startsWith('.') ? '' : String.raw`(?!\.)`;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] ?? '';
    if (char === '\\') return undefined;
    if (char === '*') source += '.*';
    else if (char === '?') source += '.';
    else if (char === '[') {
      const end = bracketEnd(pattern, at);
      const set = end === undefined ? String.raw`\[` : bracketExpression(pattern.slice(at + 1, end));
      if (set === undefined) return undefined;
      source += set;
      at = end ?? at;
    } else source += char.replace(/[\^$\\.+(){}|\]/]/u, String.raw`\$&`);
  }
  try {
    return new RegExp(`^${source}$`, 'isu');
  } catch {
    // `undefined`: not a pattern that can be followed.
    return undefined;
  }
}

/** Index of the closing bracket; as the first character of the set it is literal. */
function bracketEnd(pattern: string, start: number): number | undefined {
  const first = /^\[[!^]?/u.exec(pattern.slice(start))?.[0].length ?? 1;
  const end = pattern.indexOf(']', start + first + 1);
  return end < 0 ? undefined : end;
}

/** Ranges depend on the locale, and a `!` may exclude less than it seems to. */
function bracketExpression(inside: string): string | undefined {
  if (/\[[:.=]|\\/u.test(inside)) return undefined;
  if (/^[!^]/u.test(inside) || /[^A-Za-z0-9]-[^A-Za-z0-9]|[^A-Za-z0-9]-.|.-[^A-Za-z0-9]/u.test(inside)) return '.';
  const ranges = /.-./u.test(inside) ? String.raw`\u0080-\u{10ffff}` : '';
  return `[${inside.replaceAll(/[\^\]\\[]/gu, String.raw`\$&`)}${ranges}]`;
}
