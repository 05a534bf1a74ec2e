/** ripgrep's separator between lines that don't follow each other. */
const GAP = '--';

/** By code unit, so that the order is the same everywhere. */
export function byPath(a: { readonly file: string }, b: { readonly file: string }): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : 0;
}

/** Collects lines as ripgrep prints them, file by file in any order, and sorts the files by path. */
export class LinesByFile {
  /** Number of lines collected. */
  count = 0;
  readonly #onlyFile: string | undefined;
  readonly #mayShow: (file: string) => boolean;
  readonly #lines = new Map<string, string[]>();
  #lastFile: string | undefined;
  #gap = false;

  /** `onlyFile`: the one file searched, when its path isn't part of the lines. */
  constructor(onlyFile: string | undefined, mayShow: (file: string) => boolean) {
    this.#onlyFile = onlyFile;
    this.#mayShow = mayShow;
  }

  get files(): number {
    return this.#lines.size;
  }

  /** Adds a line of output: `path NUL number:text`, `number:text` for a single file, or a gap. */
  add(record: string): void {
    if (record === GAP) {
      this.#gap = true;
      return;
    }
    const end = record.indexOf('\0');
    const file = this.#onlyFile ?? record.slice(0, Math.max(0, end));
    if (this.#mayShow(file)) this.#add(file, record.slice(end + 1).replace(/\r$/, ''));
    this.#lastFile = file;
    this.#gap = false;
  }

  #add(file: string, line: string): void {
    const lines = this.#lines.get(file) ?? [];
    if (this.#gap && file === this.#lastFile) lines.push(GAP);
    lines.push(line);
    this.#lines.set(file, lines);
    this.count += 1;
  }

  /** All lines; `name` adds a path before each. `gaps`: also puts separators between files. */
  sorted(name: ((file: string) => string) | undefined, gaps: boolean): string[] {
    const files = [...this.#lines].map(([file, lines]) => ({ file, lines })).toSorted(byPath);
    return files.flatMap(({ file, lines }, index) => {
      const shown = name === undefined ? lines : withPath(name(file), lines);
      return gaps && index > 0 ? [GAP, ...shown] : shown;
    });
  }
}

/** ripgrep marks matches with ":" and context with "-" after the line number; the path gets the same mark. */
function withPath(path: string, lines: readonly string[]): string[] {
  return lines.map((line) => (line === GAP ? line : `${path}${/^\d+-/.test(line) ? '-' : ':'}${line}`));
}
