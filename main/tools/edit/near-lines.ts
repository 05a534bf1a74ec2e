import { diffLines } from 'diff';
import { indentationShift, shiftLine } from './indentation.ts';
import { findLines } from './line-search.ts';

/** Lines of a file that an edit may refer to, and their replacement. Positions are in the text with `\n` line ends. */
export interface NearLines {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** The search stops here: with so many places, none can be the only one meant. */
const MAX_PLACES = 100;
/** Larger differences between old and new text aren't computed line by line. */
const MAX_EDITS = 1000;

/** Whole lines that equal `old` except for blanks at their ends. */
export function linesWithOtherEnds(text: string, old: string, replacement: string): NearLines[] {
  const asked = new AskedLines(old, replacement);
  const lines = text.split('\n');
  return asked.places(lines, (line) => line.trimEnd()).map((index) => asked.at(lines, index, (line) => line));
}

/** Whole lines that equal `old` except for a constant shift of their indentation. The replacement is indented like the file. */
export function linesWithOtherIndentation(text: string, old: string, replacement: string): NearLines[] {
  const asked = new AskedLines(old, replacement);
  const lines = text.split('\n');
  return asked
    .places(lines, (line) => line.trim())
    .flatMap((index) => {
      const actual = lines.slice(index, index + asked.old.length);
      const around = lines.slice(Math.max(0, index - 200), index + asked.old.length + 200);
      const shift = indentationShift(actual, asked.old, asked.replacement, around);
      return shift === undefined ? [] : [asked.at(lines, index, (line) => shiftLine(line, shift))];
    });
}

/** 0-based numbers of the lines that equal those of `old` except for blanks at both ends. */
export function similarLines(text: string, old: string): { readonly starts: readonly number[]; readonly count: number } {
  const asked = new AskedLines(old, '');
  return { starts: asked.places(text.split('\n'), (line) => line.trim()), count: asked.old.length };
}

/** The text of an edit as lines. A line end at the end of the old text is part of the last line, not another line. */
class AskedLines {
  readonly old: readonly string[];
  readonly replacement: readonly string[];
  readonly #hasLineEnd: boolean;
  readonly #keepsLineEnd: boolean;

  constructor(old: string, replacement: string) {
    this.#hasLineEnd = old.endsWith('\n');
    this.#keepsLineEnd = this.#hasLineEnd && replacement.endsWith('\n');
    this.old = (this.#hasLineEnd ? old.slice(0, -1) : old).split('\n');
    const body = this.#keepsLineEnd ? replacement.slice(0, -1) : replacement;
    this.replacement = body === '' ? [] : body.split('\n');
  }

  places(lines: readonly string[], simplify: (line: string) => string): number[] {
    const wanted = this.old.map(simplify);
    if (wanted.every((line) => line.trim() === '')) return [];
    const found = findLines(lines.map(simplify), wanted, MAX_PLACES);
    // The last line of a file has no line end.
    return this.#hasLineEnd ? found.filter((index) => index + wanted.length < lines.length) : found;
  }

  /** Lines that the edit keeps stay as they are in the file; `added` is applied to the others. */
  at(lines: readonly string[], index: number, added: (line: string) => string): NearLines {
    const actual = lines.slice(index, index + this.old.length);
    const start = lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
    const end = start + actual.join('\n').length + (this.#hasLineEnd ? 1 : 0);
    const made = this.#kept(actual, added);
    return { start, end, replacement: made.join('\n') + (this.#keepsLineEnd ? '\n' : '') };
  }

  #kept(actual: readonly string[], added: (line: string) => string): string[] {
    const asText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
    const parts = diffLines(asText(this.old), asText(this.replacement), { maxEditLength: MAX_EDITS });
    if (parts === undefined) return this.replacement.map(added);
    let at = 0;
    return parts.flatMap((part) => {
      const lines = part.value.split('\n').slice(0, -1);
      if (part.added) return lines.map(added);
      at += lines.length;
      return part.removed ? [] : actual.slice(at - lines.length, at);
    });
  }
}
