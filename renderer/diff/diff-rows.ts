import type { DiffHunk } from '#shared/session/tool-view.ts';

/** The part of a line that differs from its counterpart, as `[from, to]`. */
export type ChangedRange = readonly [from: number, to: number];

/** Lines that share less than this fraction of the longer one count as different: highlighting nearly all of both says nothing. */
const MIN_SHARED = 0.3;

/** What changed between two versions of a line: everything between the common prefix and suffix. Undefined if they share too little. */
export function changedPart(before: string, after: string): { readonly before: ChangedRange; readonly after: ChangedRange } | undefined {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const shared = before.slice(0, head).trimStart().length + tail;
  if (shared < Math.max(before.trim().length, after.trim().length) * MIN_SHARED) return undefined;
  return { before: [head, before.length - tail], after: [head, after.length - tail] };
}

/** Longer lines are cut with a note. Characters. */
export const MAX_LINE_CHARS = 4000;

export type DiffRow =
  | { readonly type: 'gap'; readonly skipped: number }
  | {
      readonly type: 'context' | 'add' | 'remove';
      readonly oldLine: number | undefined;
      readonly newLine: number | undefined;
      readonly text: string;
      readonly cut: number;
      /** The part that differs from the line's counterpart. */
      readonly changed?: ChangedRange | undefined;
    }
  /** A note of the diff itself, such as a missing newline at the end of the file. */
  | { readonly type: 'note'; readonly text: string };

/** A row with a line of the file. */
export type LineRow = Extract<DiffRow, { readonly text: string; readonly cut: number }>;

export function isLineRow(row: DiffRow): row is LineRow {
  return row.type !== 'gap' && row.type !== 'note';
}

/** Hunks as rows with both line numbers; a row between hunks counts the unchanged lines left out. */
export function diffRows(hunks: readonly DiffHunk[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let next = 1;
  for (const hunk of hunks) {
    const skipped = hunk.oldStart - next;
    if (skipped > 0) rows.push({ type: 'gap', skipped });
    let oldLine = hunk.oldStart;
    let newLine = hunk.newStart;
    for (const line of hunk.lines) {
      const sign = line[0];
      const body = line.slice(1);
      const cut = Math.max(0, body.length - MAX_LINE_CHARS);
      const text = cut > 0 ? body.slice(0, MAX_LINE_CHARS) : body;
      if (sign === '+') rows.push({ type: 'add', oldLine: undefined, newLine: newLine++, text, cut });
      else if (sign === '-') rows.push({ type: 'remove', oldLine: oldLine++, newLine: undefined, text, cut });
      else if (sign === '\\') rows.push({ type: 'note', text: body.trim() });
      else rows.push({ type: 'context', oldLine: oldLine++, newLine: newLine++, text, cut });
    }
    next = hunk.oldStart + hunk.oldLines;
  }
  markChanges(rows);
  return rows;
}

/** If a block has as many added as removed lines, they are paired and their differences highlighted. */
function markChanges(rows: DiffRow[]): void {
  let at = 0;
  while (at < rows.length) {
    const removed = runLength(rows, at, 'remove');
    const added = runLength(rows, at + removed, 'add');
    if (removed === added) for (let index = at; index < at + removed; index += 1) markPair(rows, index, index + removed);
    at += Math.max(1, removed + added);
  }
}

function runLength(rows: readonly DiffRow[], from: number, type: DiffRow['type']): number {
  let end = from;
  while (rows[end]?.type === type) end += 1;
  return end - from;
}

function markPair(rows: DiffRow[], before: number, after: number): void {
  const old = rows[before];
  const fresh = rows[after];
  if (old?.type !== 'remove' || fresh?.type !== 'add') return;
  const part = changedPart(old.text, fresh.text);
  if (!part) return;
  rows[before] = { ...old, changed: part.before };
  rows[after] = { ...fresh, changed: part.after };
}

/** Digits of the widest line number. */
export function numberWidth(rows: readonly DiffRow[]): number {
  let largest = 0;
  for (const row of rows) if ('oldLine' in row) largest = Math.max(largest, row.oldLine ?? 0, row.newLine ?? 0);
  return Math.max(2, String(largest).length);
}
