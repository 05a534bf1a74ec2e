import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { errorMessage } from '#shared/error-message.ts';
import { cellNames, multilineSchema, type Notebook, parseNotebook } from '../notebook.ts';
import { withTagsOfFile } from '../tags-of-file.ts';
import type { TextFile } from '../text-file.ts';
import { NotebookText } from './notebook-text.ts';

export type EditMode = 'replace' | 'insert' | 'delete';

export interface CellEdit {
  readonly cell_id?: string | undefined;
  readonly new_source: string;
  readonly cell_type?: 'code' | 'markdown' | undefined;
  readonly edit_mode: EditMode;
}

export interface AppliedCellEdit {
  readonly ok: true;
  /** The new content of the whole file, without byte order mark. */
  readonly raw: string;
  /** The name of the cell that was changed, added or removed. */
  readonly cellId: string;
  readonly cellType: string;
  readonly oldSource: string;
  readonly newSource: string;
  readonly language: string;
  /** Outputs that the edit removed. */
  readonly clearedOutputs: number;
  /** The edit changed the positions of cells that are named by position. */
  readonly renamedCells: boolean;
}
type Refusal = { readonly ok: false; readonly message: string };

/** Applies an edit to one cell. The text of all other cells stays byte for byte. */
export function applyCellEdit(file: Pick<TextFile, 'raw' | 'lineEnd'>, edit: CellEdit): AppliedCellEdit | Refusal {
  let notebook: Notebook;
  let text: NotebookText;
  try {
    notebook = parseNotebook(file.raw);
    text = new NotebookText(file);
  } catch (error) {
    return refuse(errorMessage(error));
  }
  const names = cellNames(notebook.cells);
  const index = edit.cell_id === undefined ? -1 : names.indexOf(edit.cell_id);
  if (edit.cell_id !== undefined && (index === -1 || names.indexOf(edit.cell_id, index + 1) !== -1))
    return refuse(noSuchCell(edit.cell_id, notebook, names));
  if (edit.edit_mode === 'insert') return insert(notebook, text, index + 1, edit);
  const cell = notebook.cells[index];
  const cellId = names[index];
  if (cell === undefined || cellId === undefined) return refuse(`cell_id is required to ${edit.edit_mode} a cell.`);
  const { outputs, source: oldSource } = cell;
  const done = { ok: true as const, cellId, oldSource, language: languageOf(notebook), clearedOutputs: outputs.length };
  if (edit.edit_mode === 'delete') {
    const renamedCells = names.slice(index + 1).some((name, offset) => name !== notebook.cells[index + 1 + offset]?.id);
    return { ...done, raw: text.withoutCell(index), cellType: cell.cell_type, newSource: '', renamedCells };
  }
  const cellType = edit.cell_type ?? cell.cell_type;
  const newSource = withTagsOfFile(edit.new_source, oldSource);
  if (oldSource === newSource && cellType === cell.cell_type) return refuse('No changes to make: the cell already has this source.');
  const raw = text.withCell(index, replaced(text.cell(index), cellType, newSource));
  return { ...done, raw, cellType, newSource, clearedOutputs: outputs.length, renamedCells: false };
}

function insert(notebook: Notebook, text: NotebookText, index: number, edit: CellEdit): AppliedCellEdit | Refusal {
  if (edit.cell_type === undefined) return refuse('cell_type is required to insert a cell.');
  const id = hasCellIds(notebook) ? unusedId(notebook) : undefined;
  const raw = text.withInsertedCell(index, newCell(edit.cell_type, id, storedSource(edit.new_source, undefined)));
  const cells = notebook.cells.toSpliced(index, 0, { cell_type: edit.cell_type, source: edit.new_source, outputs: [], ...(id && { id }) });
  const names = cellNames(cells);
  return {
    ok: true,
    raw,
    cellId: names[index] ?? '',
    cellType: edit.cell_type,
    oldSource: '',
    newSource: edit.new_source,
    language: languageOf(notebook),
    clearedOutputs: 0,
    renamedCells: names.slice(index + 1).some((name, offset) => name !== cells[index + 1 + offset]?.id),
  };
}

function noSuchCell(id: string, { cells }: Notebook, names: readonly string[]): string {
  const shared = names.filter((name, index) => cells[index]?.id === id || name === id);
  if (shared.length > 1) {
    const positions = cells.flatMap((cell, index) => (cell.id === id || names[index] === id ? [`cell-${String(index)}`] : []));
    const others = positions.filter((name) => name !== id && names.includes(name));
    return `Several cells have the id "${id}".${others.length === 0 ? '' : ` Use the name of its position: ${others.slice(0, 20).join(', ')}.`}`;
  }
  const known = names.length === 0 ? 'The notebook has no cells.' : `Its cells are: ${listed(names)}.`;
  return `There is no cell "${id}" in the notebook. ${known}`;
}

const LISTED = 50;

function listed(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(', ') + (more > 0 ? ` and ${String(more)} more` : '');
}

const storedCellSchema = z.record(z.string(), z.unknown());

/** A cell with another source. A code cell loses its outputs, since they belong to the old source. */
function replaced(stored: unknown, cellType: string, source: string): Record<string, unknown> {
  const cell = storedCellSchema.parse(stored);
  const form = multilineSchema.safeParse(cell['source']);
  const changed = { ...cell, cell_type: cellType, source: storedSource(source, form.success ? form.data : undefined) };
  if (cellType === 'code') {
    const { attachments: _, ...code } = changed as Record<string, unknown>;
    return { ...code, execution_count: null, outputs: [] };
  }
  const { outputs: _outputs, execution_count: _count, ...other } = changed as Record<string, unknown>;
  return other;
}

/** Keys A–Z, as Jupyter writes them. */
function newCell(cellType: 'code' | 'markdown', id: string | undefined, source: unknown): Record<string, unknown> {
  const named = id === undefined ? {} : { id };
  return cellType === 'code'
    ? { cell_type: cellType, execution_count: null, ...named, metadata: {}, outputs: [], source }
    : { cell_type: cellType, ...named, metadata: {}, source };
}

/** In the form of the old source: a string or a list of lines; a list for a new cell. */
function storedSource(source: string, before: string | readonly string[] | undefined): string | string[] {
  return typeof before === 'string' ? source : (source.match(/[^\n]*\n|[^\n]+$/gu) ?? []);
}

/** Cells have ids since nbformat 4.5. */
function hasCellIds({ nbformat = 4, nbformat_minor: minor = 0 }: Notebook): boolean {
  return nbformat > 4 || (nbformat === 4 && minor >= 5);
}

function unusedId({ cells }: Notebook): string {
  for (;;) {
    const id = randomBytes(4).toString('hex');
    if (!cells.some((cell) => cell.id === id)) return id;
  }
}

function languageOf({ metadata }: Notebook): string {
  return metadata?.language_info?.name ?? metadata?.kernelspec?.language ?? 'python';
}

function refuse(message: string): Refusal {
  return { ok: false, message };
}
