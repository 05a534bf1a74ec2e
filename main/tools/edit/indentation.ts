/** How the indentation of a block in a file differs from that of the same block in another text. */
export interface IndentationShift {
  /** Columns per tab. */
  readonly tabSize: number;
  /** Columns by which the file's lines are indented more. */
  readonly columns: number;
  /** The file indents with tabs. */
  readonly usesTabs: boolean;
  /** From indentation in the other text to that in the file. */
  readonly known: ReadonlyMap<string, string>;
}

const TAB_SIZES = [4, 2, 8, 3];

/**
 * The shift that turns the indentation of `other` into that of `actual`, whose lines are otherwise the same. `undefined` if no single shift
 * does. `replacement` is text indented like `other`, `file` the lines around `actual`.
 */
export function indentationShift(
  actual: readonly string[],
  other: readonly string[],
  replacement: readonly string[],
  file: readonly string[],
): IndentationShift | undefined {
  const pairs = actual.flatMap((line, index) => (isBlank(line) ? [] : [[indentOf(line), indentOf(other[index] ?? '')] as const]));
  const usesTabs = (pairs.some(([indent]) => indent !== '') ? actual : file).some((line) => line.startsWith('\t'));
  // One level of the side that uses spaces counts as a tab of the other.
  const unit = indentUnit(usesTabs ? [...other, ...replacement] : file);
  for (const tabSize of [unit, ...TAB_SIZES]) {
    const shifts = new Set(pairs.map(([indent, from]) => columnsOf(indent, tabSize) - columnsOf(from, tabSize)));
    const [columns, ...more] = shifts;
    if (columns !== undefined && more.length === 0)
      return { tabSize, columns, usesTabs, known: new Map(pairs.map(([indent, from]) => [from, indent])) };
  }
  return undefined;
}

/** Indents a line like the file. */
export function shiftLine(line: string, { tabSize, columns, usesTabs, known }: IndentationShift): string {
  if (isBlank(line)) return '';
  const indent = indentOf(line);
  const text = line.slice(indent.length);
  const sameIndent = known.get(indent);
  if (sameIndent !== undefined) return sameIndent + text;
  const wanted = Math.max(0, columnsOf(indent, tabSize) + columns);
  return (usesTabs ? '\t'.repeat(Math.floor(wanted / tabSize)) + ' '.repeat(wanted % tabSize) : ' '.repeat(wanted)) + text;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function indentOf(line: string): string {
  return /^[ \t]*/u.exec(line)?.[0] ?? '';
}

function columnsOf(indent: string, tabSize: number): number {
  let columns = 0;
  for (const char of indent) columns += char === '\t' ? tabSize - (columns % tabSize) : 1;
  return columns;
}

const DEFAULT_UNIT = 4;
const MAX_UNIT = 8;
/** Number of lines examined. */
const SAMPLE = 2000;

/** Spaces per level of indentation: the most frequent step between consecutive lines. */
function indentUnit(lines: readonly string[]): number {
  const steps = new Map<number, number>();
  let before = 0;
  for (const line of lines.slice(0, SAMPLE)) {
    if (isBlank(line) || line.startsWith('\t')) continue;
    const columns = indentOf(line).length;
    const step = Math.abs(columns - before);
    if (step >= 2 && step <= MAX_UNIT) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = columns;
  }
  return [...steps].toSorted(([a, countA], [b, countB]) => countB - countA || a - b)[0]?.[0] ?? DEFAULT_UNIT;
}
