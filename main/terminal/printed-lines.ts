import { stripVTControlCharacters } from 'node:util';

/** Characters kept of a line; the rest of a longer one is dropped. */
const MAX_LINE = 4096;

/**
 * Splits a terminal's output into lines while it is printed. Removes colours; of a line that was overwritten (a progress bar), the last
 * text counts. Cursor moves to other lines are ignored, since lines that were passed on can't be changed.
 */
export class PrintedLines {
  readonly #onLines: (lines: readonly string[]) => void;
  #line = '';

  constructor(onLines: (lines: readonly string[]) => void) {
    this.#onLines = onLines;
  }

  write(text: string): void {
    const parts = text.split('\n');
    const rest = parts.pop() ?? '';
    const lines = parts.map((part, index) => cleaned(index === 0 ? this.#line + part : part));
    this.#line = clipped(lines.length === 0 ? this.#line + rest : rest);
    this.#handOn(lines);
  }

  /** Passes on a last line that has no line end. */
  end(): void {
    const last = cleaned(this.#line);
    this.#line = '';
    this.#handOn([last]);
  }

  #handOn(lines: readonly string[]): void {
    const printed = lines.filter((line) => line !== '');
    if (printed.length > 0) this.#onLines(printed);
  }
}

/** An unfinished line is overwritten from its start, so only what follows the last carriage return can stay. */
function clipped(line: string): string {
  const overwritten = line.lastIndexOf('\r', line.length - 2);
  return line.slice(overwritten + 1, overwritten + 1 + MAX_LINE);
}

function cleaned(line: string): string {
  const text = line.replace(/\r+$/u, '');
  const last = text.slice(text.lastIndexOf('\r') + 1).slice(0, MAX_LINE);
  // Removes the remaining control characters.
  return stripVTControlCharacters(last)
    .replaceAll(/[\0-\x08\x0B-\x1F\x7F]/gu, '')
    .trimEnd()
    .toWellFormed();
}
