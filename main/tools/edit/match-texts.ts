import type { Match, Matches } from './find-matches.ts';
import { similarLines } from './near-lines.ts';

const MAX_SHOWN = 5;
const MAX_SHOWN_LINES = 20;

/** Why an edit found nothing to replace, with the closest passages. */
export function notFoundText(text: string, old: string): string {
  const { starts, count } = similarLines(text, old);
  const [first, ...others] = starts;
  if (first === undefined) return closestText(text, old);
  if (others.length > 0) {
    const places = starts.slice(0, MAX_SHOWN).map((start) => lineRange(start, count));
    const more = starts.length > MAX_SHOWN ? ' and more' : '';
    return `\nSeveral places differ from it only in indentation: ${places.join(', ')}${more}. Use exactly the text of the one you mean, with lines around it.`;
  }
  const shown = shortened(
    text
      .split('\n')
      .slice(first, first + count)
      .join('\n'),
  );
  return `\n${capitalised(lineRange(first, count))} ${count === 1 ? 'differs' : 'differ'} from it only in spaces and tabs, but not by the same in each line. Use exactly the text of the file:\n${shown}`;
}

/** Lists near matches; an edit is applied only if there is a single one. */
export function severalNearText(text: string, { matches, near }: Matches): string {
  const shown = matches
    .slice(0, MAX_SHOWN)
    .map((match) => `${capitalised(linesOf(text, match))}:\n${shortened(text.slice(match.start, match.end))}`);
  const more = matches.length > MAX_SHOWN ? '\n... and more' : '';
  return `String to replace not found in file. Several places differ from it only in ${near ?? 'form'}; use exactly the text of the one you mean, with lines around it.\n${shown.join('\n')}${more}`;
}

/** Where exact matches are, as "lines 3, 10, 40". */
export function matchLines(text: string, matches: readonly Match[]): string {
  const lines = [...new Set(matches.slice(0, MAX_SHOWN).map(({ start }) => lineNumber(text, start)))];
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${matches.length > MAX_SHOWN ? ' and more' : ''}`;
}

/** The place with the most equal lines, counted from the first. */
function closestText(text: string, old: string): string {
  const wanted = old.split('\n').map((line) => line.trim());
  const begin = wanted.findIndex((line) => line !== '');
  if (begin === -1 || wanted.length < 2) return '';
  const lines = text.split('\n');
  let best: { readonly index: number; readonly same: number } | undefined;
  let looked = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== wanted[begin]) continue;
    let same = 1;
    while (begin + same < wanted.length && lines[index + same]?.trim() === wanted[begin + same]) same += 1;
    if (same > (best?.same ?? 0)) best = { index, same };
    looked += same;
    if (looked > MAX_COMPARED) break;
  }
  if (best === undefined) return '';
  const differs = best.index + best.same;
  const actual = lines[differs];
  const there =
    actual === undefined ? 'the file ends there' : `line ${String(differs + 1)} of the file is:\n${actual.slice(0, MAX_LINE_CHARS)}`;
  return `\nIt begins like ${lineRange(best.index, best.same)}, but ${there}`;
}

/** Lines compared in total. */
const MAX_COMPARED = 100_000;
const MAX_LINE_CHARS = 500;

function linesOf(text: string, { start, end }: Match): string {
  const first = lineNumber(text, start);
  const last = lineNumber(text, Math.max(start, end - 1));
  return lineRange(first - 1, last - first + 1);
}

/** 1-based. */
function lineNumber(text: string, at: number): number {
  let line = 1;
  for (let lineEnd = text.indexOf('\n'); lineEnd !== -1 && lineEnd < at; lineEnd = text.indexOf('\n', lineEnd + 1)) line += 1;
  return line;
}

/** `index` is 0-based; the text is not. */
function lineRange(index: number, count: number): string {
  return count === 1 ? `line ${String(index + 1)}` : `lines ${String(index + 1)}-${String(index + count)}`;
}

function shortened(block: string): string {
  const lines = block.split('\n', MAX_SHOWN_LINES + 1);
  return lines.length > MAX_SHOWN_LINES ? [...lines.slice(0, MAX_SHOWN_LINES), '...'].join('\n') : block;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
