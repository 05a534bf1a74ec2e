import { findPattern } from '#shared/find-pattern.ts';
import { withoutErrorMarks } from '#shared/session/content-text.ts';

const MAX_CHARS = 8000;
/** Lines shown before a place that was found. */
const LINES_BEFORE = 10;

export interface ShownLines {
  readonly text: string;
  /** How many lines come before. */
  readonly left: number;
  /** How many come after. */
  readonly more?: number | undefined;
}

/** The last lines of a result, without empty ones at its ends. */
export function lastLines(text: string, count: number, maxChars = MAX_CHARS): ShownLines {
  const lines = linesOf(text);
  const wanted = lines.slice(-count).join('\n');
  const shown = wanted.slice(-maxChars).replace(/^\s*\n/u, '');
  const cut = wanted.slice(0, -maxChars).split('\n').length - 1;
  return { text: shown.trim() === '' ? '' : shown, left: Math.max(0, lines.length - count) + cut };
}

/** The lines of a result around the first place of a text; the last ones if it isn’t there or among them. */
export function linesAround(text: string, sought: string, count: number): ShownLines {
  const lines = linesOf(text);
  const start = findPattern(sought)?.exec(lines.join('\n'))?.index ?? Number.POSITIVE_INFINITY;
  let [line, before] = [0, 0];
  for (; line < lines.length && before + (lines[line]?.length ?? 0) < start; line += 1) before += (lines[line]?.length ?? 0) + 1;
  const from = Math.max(0, line - LINES_BEFORE);
  if (from >= lines.length - count) return lastLines(text, count);
  const shown = lines.slice(from, from + count).join('\n');
  const at = start - lines.slice(0, from).reduce((sum, { length }) => sum + length + 1, 0);
  const cut = Math.max(0, Math.min(at - MAX_CHARS / 2, shown.length - MAX_CHARS));
  return { text: shown.slice(cut, cut + MAX_CHARS), left: from, more: lines.length - from - count };
}

function linesOf(text: string): string[] {
  return withoutErrorMarks(text).trimEnd().replace(/^\n+/u, '').split('\n');
}
