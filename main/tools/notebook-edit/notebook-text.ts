import { type Node, parseTree } from 'jsonc-parser';
import type { TextFile } from '../text-file.ts';

/** Changes one cell in the text of a notebook and keeps the rest byte for byte. The text must be valid JSON. */
export class NotebookText {
  readonly #raw: string;
  readonly #lineEnd: TextFile['lineEnd'];
  readonly #list: Node;
  readonly #cells: readonly Node[];
  /** One level of indentation; empty if the file is on one line. */
  readonly #unit: string;
  readonly #escapes: boolean;

  /** @throws Error if it doesn't have exactly one list of cells. */
  constructor({ raw, lineEnd }: Pick<TextFile, 'raw' | 'lineEnd'>) {
    const root = parseTree(raw);
    const [property, ...others] = root?.children?.filter(({ children }) => children?.[0]?.value === 'cells') ?? [];
    const list = property?.children?.[1];
    if (list?.type !== 'array' || others.length > 0)
      throw new Error('This file is not a valid Jupyter notebook: it must have one list of cells.');
    this.#raw = raw;
    this.#lineEnd = lineEnd;
    this.#list = list;
    this.#cells = list.children ?? [];
    this.#unit = this.#indentAt(root?.children?.[0]?.offset ?? 0) ?? '';
    // Some programs write pure ASCII. Control characters don't count, since they are always escaped.
    this.#escapes = !/[\u0080-\u{10ffff}]/u.test(raw) && /\\u(?!00[01])[0-9a-f]{4}/iu.test(raw);
  }

  /** The cell as stored. */
  cell(index: number): unknown {
    const node = this.#cells[index];
    return node === undefined ? undefined : JSON.parse(this.#raw.slice(node.offset, endOf(node)));
  }

  withCell(index: number, cell: unknown): string {
    const node = this.#cells[index];
    if (node === undefined) throw new RangeError('No such cell.');
    return this.#splice(node.offset, endOf(node), this.#stringify(cell));
  }

  withoutCell(index: number): string {
    const node = this.#cells[index];
    if (node === undefined) throw new RangeError('No such cell.');
    const before = this.#cells[index - 1];
    const after = this.#cells[index + 1];
    if (after !== undefined) return this.#splice(node.offset, after.offset, '');
    if (before !== undefined) return this.#splice(endOf(before), endOf(node), '');
    return this.#splice(this.#list.offset, endOf(this.#list), '[]');
  }

  /** `index`: the position of the new cell. */
  withInsertedCell(index: number, cell: unknown): string {
    const text = this.#stringify(cell);
    const before = this.#cells[index - 1];
    const after = this.#cells[index];
    if (after !== undefined) return this.#splice(after.offset, after.offset, text + this.#separator());
    if (before !== undefined) return this.#splice(endOf(before), endOf(before), this.#separator() + text);
    const list = this.#unit === '' ? `[${text}]` : `[${this.#newLine(2)}${text}${this.#newLine(1)}]`;
    return this.#splice(this.#list.offset, endOf(this.#list), list);
  }

  #splice(start: number, end: number, text: string): string {
    return this.#raw.slice(0, start) + text + this.#raw.slice(end);
  }

  #stringify(cell: unknown): string {
    const first = this.#cells[0];
    const base = (first === undefined ? undefined : this.#indentAt(first.offset)) ?? this.#unit.repeat(2);
    const json = JSON.stringify(cell, undefined, this.#unit);
    const text = this.#escapes ? json.replaceAll(/[\u0080-\u{10ffff}]/gu, escaped) : json;
    return text.replaceAll('\n', this.#lineEnd + base);
  }

  /** The text between two cells. */
  #separator(): string {
    const [first, second] = this.#cells;
    if (first !== undefined && second !== undefined) return this.#raw.slice(endOf(first), second.offset);
    return `,${first === undefined ? '' : this.#raw.slice(this.#list.offset + 1, first.offset)}`;
  }

  #newLine(level: number): string {
    return this.#lineEnd + this.#unit.repeat(level);
  }

  /** The blanks between the start of the line and `offset`, if there is nothing else. */
  #indentAt(offset: number): string | undefined {
    const line = this.#raw.slice(this.#raw.lastIndexOf('\n', offset - 1) + 1, offset);
    return this.#raw.lastIndexOf('\n', offset - 1) !== -1 && /^[ \t]*$/u.test(line) ? line : undefined;
  }
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function escaped(char: string): string {
  return Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');
}
