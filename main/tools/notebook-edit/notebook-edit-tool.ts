import path from 'node:path';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import { diffDetail, diffOf, diffOutcome, type FileDiff } from '../diff-view.ts';
import { editableFile, type EditableFile, isDeniedByRule, withText } from '../editable-file.ts';
import { digestOf } from '../file-access.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { replaceFile } from '../write-text-file.ts';
import { type AppliedCellEdit, applyCellEdit, type EditMode } from './apply-cell-edit.ts';

const inputSchema = z.strictObject({
  notebook_path: z.string().describe('The absolute path of the notebook to change'),
  cell_id: z
    .string()
    .optional()
    .describe('The cell to change, by the id that Read shows. With insert: the new cell comes after this one, or first if left out'),
  new_source: z.string().describe('The new source of the cell; ignored by delete'),
  cell_type: z.enum(['code', 'markdown']).optional().describe('The type of the cell. Default: the type it has. Required to insert a cell'),
  edit_mode: z.enum(['replace', 'insert', 'delete']).default('replace').describe('What to do (default replace)'),
});
type NotebookEditInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  new_source: z.string(),
  old_source: z.string().optional(),
  cell_id: z.string().optional(),
  /** `raw` cells can be replaced and deleted, but not added. */
  cell_type: z.string(),
  language: z.string(),
  edit_mode: z.string(),
  notebook_path: z.string(),
  original_file: z.string(),
  updated_file: z.string(),
});
type NotebookEditOutput = z.output<typeof outputSchema>;

interface NotebookEditDetails {
  readonly diff: FileDiff;
  readonly clearedOutputs: number;
  readonly renamedCells: boolean;
}

const PROMPT = `Replaces, inserts or deletes one cell of a Jupyter notebook (.ipynb file).

- Read the notebook first; an edit of a notebook you haven't read, or that changed since, is refused.
- cell_id is the id that Read shows. Cells without an id of their own are named by position: cell-0 is the first.
- Replacing a code cell removes its outputs, since they belong to the old source.`;

/** The start of the sentence on a card; the notebook's name follows. */
const PHRASES: Readonly<Record<EditMode, string>> = { replace: 'edit', insert: 'add a cell to', delete: 'delete a cell of' };
const TITLES: Readonly<Record<EditMode, string>> = { replace: 'Edit cell', insert: 'Insert cell', delete: 'Delete cell' };

export function createNotebookEditTool(deps: Pick<ToolDeps, 'projectDir'>) {
  return buildTool<typeof inputSchema, NotebookEditOutput, 'NotebookEdit', NotebookEditDetails>({
    name: 'NotebookEdit',
    searchHint: 'change cells of a Jupyter notebook',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: (input) =>
      `${input.notebook_path}\n${input.edit_mode} ${input.cell_type ?? ''} cell ${input.cell_id ?? ''}\n${input.new_source}`,
    backfillObservableInput: (clone, context) => ({ ...clone, notebook_path: absolutePath(clone.notebook_path, context.cwd) }),
    validateInput: validate,
    call,
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resultText(output, details),
    }),
    wantsTo: (input) => `${PHRASES[modeOf(input)]} ${oneLine(displayPath(textField(input, 'notebook_path'), deps.projectDir))}`,
    present: (stage) => present(stage, deps.projectDir),
    async preview(input, context) {
      const prepared = await prepare(input, context);
      const view = present({ stage: 'input', input }, deps.projectDir);
      if (!prepared.ok) return { ...view, outcome: prepared.message };
      const shown = displayPath(absolutePath(input.notebook_path, context.cwd), deps.projectDir);
      return { ...view, outcome: diffOutcome(prepared.diff), detail: diffDetail(shown, prepared.diff, false) };
    },
  });
}

async function validate(input: NotebookEditInput, context: ToolUseContext): Promise<ValidationResult> {
  if (isDeniedByRule(input.notebook_path, context)) return { ok: true };
  const prepared = await prepare(input, context);
  return prepared.ok ? { ok: true } : { ok: false, message: prepared.message };
}

async function call(input: NotebookEditInput, context: ToolUseContext): Promise<ToolResult<NotebookEditOutput, NotebookEditDetails>> {
  const prepared = await prepare(input, context);
  if (!prepared.ok) throw new Error(prepared.message);
  const { file, edit, bytes, diff } = prepared;
  await replaceFile(file.realPath, bytes, edit.raw, digestOf(file.bytes), context);
  return {
    data: {
      new_source: edit.newSource,
      ...(input.edit_mode !== 'insert' && { old_source: edit.oldSource }),
      cell_id: edit.cellId,
      cell_type: edit.cellType,
      language: edit.language,
      edit_mode: input.edit_mode,
      notebook_path: absolutePath(input.notebook_path, context.cwd),
      original_file: file.text.raw,
      updated_file: edit.raw,
    },
    details: { diff, clearedOutputs: edit.clearedOutputs, renamedCells: edit.renamedCells },
  };
}

type Prepared =
  | { readonly ok: true; readonly file: EditableFile; readonly edit: AppliedCellEdit; readonly bytes: Buffer; readonly diff: FileDiff }
  | { readonly ok: false; readonly message: string };

/** Everything except writing the file; also used for validation and preview. */
async function prepare(input: NotebookEditInput, context: ToolUseContext): Promise<Prepared> {
  if (path.extname(input.notebook_path).toLowerCase() !== '.ipynb') return { ok: false, message: AGENT_ERRORS.isNoNotebook };
  const file = await editableFile(input.notebook_path, context);
  if (!file.ok) return file;
  const edit = applyCellEdit(file.text, input);
  if (!edit.ok) return edit;
  const encoded = withText(file, edit.raw);
  if (!encoded.ok) return encoded;
  return { ok: true, file, edit, bytes: encoded.bytes, diff: diffOf(edit.oldSource, edit.newSource) };
}

function resultText(output: NotebookEditOutput, details: NotebookEditDetails): string {
  const { cell_id: id = '', notebook_path: file } = output;
  const cleared = details.clearedOutputs > 0 ? ' Its outputs were removed.' : '';
  const renamed = details.renamedCells ? ' Cells after it that are named by position now have other names; Read shows them.' : '';
  switch (output.edit_mode) {
    case 'insert':
      return `Inserted cell ${id} (${output.cell_type}) into ${file}.${renamed}`;
    case 'delete':
      return `Deleted cell ${id} from ${file}.${renamed}`;
    default:
      return `Replaced the source of cell ${id} in ${file}.${cleared}`;
  }
}

function present(stage: PresentStage<NotebookEditOutput, NotebookEditDetails>, projectDir: string): ToolView {
  const file = displayPath(textField(stage.input, 'notebook_path'), projectDir);
  const cell = textField(stage.input, 'cell_id');
  const mode = modeOf(stage.input);
  const where = cell === '' ? '' : ` (${mode === 'insert' ? 'after cell' : 'cell'} ${cell})`;
  const view: ToolView = { kind: 'edit', title: TITLES[mode], summary: oneLine(file + where), ...proposed(stage, file, mode) };
  return presentStages(stage, view, (_output, { diff, clearedOutputs }) => ({
    outcome: diffOutcome(diff) + (clearedOutputs > 0 ? ', outputs removed' : ''),
    detail: diffDetail(file, diff, false),
  }));
}

/** Longer input is not compared while it streams in. */
const MAX_PRESENTED_CHARS = 50_000;

function modeOf(input: Readonly<Record<string, unknown>>): EditMode {
  return z.enum(['replace', 'insert', 'delete']).catch('replace').parse(input['edit_mode']);
}

function proposed(stage: PresentStage<unknown, unknown>, file: string, mode: EditMode): Pick<ToolView, 'detail'> {
  const source = textField(stage.input, 'new_source');
  if (stage.stage === 'result' || mode === 'delete' || source === '' || source.length > MAX_PRESENTED_CHARS) return {};
  return { detail: diffDetail(file, diffOf('', source), false) };
}
