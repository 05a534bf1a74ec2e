import { diffChars, diffLines } from 'diff';

export interface Match {
  /** Place in the text with `\n` line ends. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export interface Matches {
  readonly matches: readonly Match[];
  /** What was overlooked to find them; absent for an exact match. */
  readonly near?: string;
}

/** Near matches of longer strings aren't worked out: their alignment would take too long. */
const MAX_NEAR_CHARS = 20_000;

/**
 * Where `old` stands in `text`, without overlaps: to the letter if anywhere; else with typographic quotes taken for plain ones; else
 * with blanks at the ends of lines ignored. In a near match everything the edit keeps stays as the file has it.
 */
export function findMatches(text: string, old: string, replacement: string): Matches {
  const exact = indexesOf(text, old).map((start) => ({ start, end: start + old.length, replacement }));
  if (exact.length > 0) return { matches: exact };
  if (old.length > MAX_NEAR_CHARS) return { matches: [] };
  const quotes = indexesOf(plainQuotes(text), plainQuotes(old)).map((start) => {
    const end = start + old.length;
    return { start, end, replacement: keepUnchanged(old, replacement, text.slice(start, end)) };
  });
  if (quotes.length > 0) return { matches: quotes, near: 'quotation marks' };
  const blanks = trailingBlankMatches(text, old, replacement);
  return blanks.length > 0 ? { matches: blanks, near: 'blanks at the end of lines' } : { matches: [] };
}

/** Says where lines stand that differ only in indentation, for the error message. */
export function indentationHint(text: string, old: string): string {
  const wanted = old.split('\n').map((line) => line.trim());
  const lines = text.split('\n').map((line) => line.trim());
  if (wanted.every((line) => line === '')) return '';
  const at = lines.findIndex((_, index) => wanted.every((line, offset) => lines[index + offset] === line));
  if (at === -1) return '';
  const last = at + wanted.length;
  const where = wanted.length === 1 ? `Line ${String(at + 1)} differs` : `Lines ${String(at + 1)}-${String(last)} differ`;
  return `\n${where} only in spaces or tabs at the start or end; use exactly the text of the file.`;
}

function indexesOf(text: string, part: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found.push(at);
  return found;
}

/** Same length, so that places stay comparable. */
function plainQuotes(text: string): string {
  return text.replaceAll(/[\u2018\u2019\u201a\u201b]/g, "'").replaceAll(/[\u201c\u201d\u201e\u201f]/g, '"');
}

/** `replacement`, with what it shares with `old` taken from `actual`, which has the length of `old`. */
function keepUnchanged(old: string, replacement: string, actual: string): string {
  let at = 0;
  let result = '';
  for (const part of diffChars(old, replacement)) {
    if (part.added) {
      result += part.value;
      continue;
    }
    if (!part.removed) result += actual.slice(at, at + part.value.length);
    at += part.value.length;
  }
  return result;
}

function trailingBlankMatches(text: string, old: string, replacement: string): Match[] {
  const wanted = old.split('\n').map((line) => line.trimEnd());
  if (wanted.every((line) => line === '')) return [];
  const lines = text.split('\n');
  const starts: number[] = [];
  for (let index = 0, at = 0; index < lines.length; index += 1) {
    starts.push(at);
    at += (lines[index]?.length ?? 0) + 1;
  }
  const found: Match[] = [];
  for (let index = 0; index + wanted.length <= lines.length; index += 1) {
    if (!wanted.every((line, offset) => lines[index + offset]?.trimEnd() === line)) continue;
    const actual = lines.slice(index, index + wanted.length);
    const start = starts[index] ?? 0;
    found.push({ start, end: start + actual.join('\n').length, replacement: keepUnchangedLines(old, replacement, actual) });
    index += wanted.length - 1;
  }
  return found;
}

function keepUnchangedLines(old: string, replacement: string, actual: readonly string[]): string {
  let at = 0;
  const result: string[] = [];
  for (const part of diffLines(`${old}\n`, `${replacement}\n`)) {
    const lines = part.value.split('\n').slice(0, -1);
    if (part.added) {
      result.push(...lines);
      continue;
    }
    if (!part.removed) result.push(...actual.slice(at, at + lines.length));
    at += lines.length;
  }
  return result.join('\n');
}
