import { withOwnTags } from '#main/tool/own-tags.ts';
import { diffChars } from 'diff';
import { linesWithOtherEnds, linesWithOtherIndentation } from './near-lines.ts';

export interface Match {
  /** Position in the text with `\n` line ends. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Matches {
  readonly matches: readonly Match[];
  /** How the file's text differs from `old`; absent for exact matches. */
  readonly near?: 'escaped tags' | 'quotation marks' | 'blanks at the end of lines' | 'indentation';
}

/** For longer text, searching for near matches would take too long. */
const MAX_NEAR_CHARS = 20_000;
/** Larger differences between old and new text aren't computed. */
const MAX_EDITS = 2000;

/**
 * Finds `old` in `text`, without overlaps. Without an exact match, tries in turn: typographic quotes as plain ones, ignoring blanks at the
 * ends of lines, another indentation. In a near match, everything that the edit keeps stays as it is in the file.
 */
export function findMatches(text: string, old: string, replacement: string): Matches {
  const exact = indexesOf(text, old).map((start) => ({ start, end: start + old.length, replacement }));
  if (exact.length > 0) return { matches: exact };
  // What the model reads of a file is escaped.
  const plain = withOwnTags(old);
  if (plain !== old) return { near: 'escaped tags', ...findMatches(text, plain, withOwnTags(replacement)) };
  if (old.length > MAX_NEAR_CHARS) return { matches: [] };
  const quotes = indexesOf(plainQuotes(text), plainQuotes(old)).map((start) => {
    const end = start + old.length;
    return { start, end, replacement: keepUnchanged(old, replacement, text.slice(start, end)) };
  });
  if (quotes.length > 0) return { matches: quotes, near: 'quotation marks' };
  const blanks = linesWithOtherEnds(text, old, replacement);
  if (blanks.length > 0) return { matches: blanks, near: 'blanks at the end of lines' };
  return { matches: linesWithOtherIndentation(text, old, replacement), near: 'indentation' };
}

function indexesOf(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** The result has the same length, so positions stay valid. */
function plainQuotes(text: string): string {
  return text.replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'").replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"');
}

/** `replacement`, with the parts it shares with `old` taken from `actual`, which is as long as `old`. */
function keepUnchanged(old: string, replacement: string, actual: string): string {
  const parts = diffChars(old, replacement, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return replacement;
  let at = 0;
  let result = '';
  for (const part of parts) {
    if (part.added) {
      result += part.value;
      continue;
    }
    if (!part.removed) result += actual.slice(at, at + part.value.length);
    at += part.value.length;
  }
  return result;
}
