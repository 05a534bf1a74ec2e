import { findPattern } from '#shared/find-pattern.ts';
import { withoutErrorMarks } from '#shared/session/content-text.ts';
import type { FoundText } from '../../store/sought-place.ts';

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

/** Lines of a result around an occurrence of a text. */
export interface FoundLines extends ShownLines {
  /** Where they start in the result as it is shown. */
  readonly start: number;
  /** Occurrences before them. */
  readonly before: number;
}

/** The lines of a result around an occurrence; the last ones if it isn’t there or among them. `shown` stay if it is among them. */
export function linesAround(text: string, { text: sought, nth }: FoundText, count: number, shown?: ShownLines): FoundLines {
  const lines = linesOf(text);
  const whole = lines.join('\n');
  const pattern = findPattern(sought);
  const places = pattern ? [...whole.matchAll(pattern)].map((found) => ({ from: found.index, to: found.index + found[0].length })) : [];
  const place = places[nth] ?? places[0];
  const withPlace = (part: ShownLines, start: number): FoundLines => ({
    ...part,
    start,
    before: places.filter(({ from }) => from < start).length,
  });
  const isIn = ({ from, to }: FoundPlace, part: ShownLines, start: number) => from >= start && to <= start + part.text.length;
  const shownFrom = shown && (isFound(shown) ? shown.start : whole.lastIndexOf(shown.text));
  if (shown && shownFrom !== undefined && place && isIn(place, shown, shownFrom)) return withPlace(shown, shownFrom);
  const line = place ? whole.slice(0, place.from).split('\n').length - 1 : lines.length;
  const from = Math.max(0, line - LINES_BEFORE);
  if (!place || from >= lines.length - count) {
    const last = lastLines(text, count);
    return withPlace(last, whole.length - last.text.length);
  }
  const part = lines.slice(from, from + count).join('\n');
  const partFrom = lines.slice(0, from).reduce((sum, { length }) => sum + length + 1, 0);
  const cut = Math.max(0, Math.min(place.from - partFrom - MAX_CHARS / 2, part.length - MAX_CHARS));
  return withPlace({ text: part.slice(cut, cut + MAX_CHARS), left: from, more: lines.length - from - count }, partFrom + cut);
}

interface FoundPlace {
  readonly from: number;
  readonly to: number;
}

function isFound(lines: ShownLines): lines is FoundLines {
  return 'start' in lines;
}

function linesOf(text: string): string[] {
  return withoutErrorMarks(text).trimEnd().replace(/^\n+/u, '').split('\n');
}
