import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { diffHunkSchema, type DiffHunk, type ToolView } from '#shared/session/tool-view.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import { diffDetail, diffOf, diffOfPatch, diffOutcome, patchOf } from '../diff-view.ts';
import { editableFile, type EditableFile, isDeniedByRule, originalFile, withText } from '../editable-file.ts';
import { digestOf } from '../file-access.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { toLineFeeds } from '../text-file.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { replaceFile } from '../write-text-file.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { type AppliedEdit, applyEdit } from './apply-edit.ts';

/** Longer input is not compared while it streams in. */
const MAX_PRESENTED_CHARS = 50_000;

function presentEdit(stage: PresentStage<EditOutput, EditDetails>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const isOpen = stage.stage === 'input' || stage.stage === 'rejection';
  const view: ToolView = { kind: 'edit', title: 'Edit', summary: oneLine(path), ...(isOpen && proposed(path, stage.input)) };
  return presentStages(stage, view, ({ structuredPatch }) => {
    const diff = diffOfPatch(structuredPatch);
    return { outcome: diffOutcome(diff), detail: diffDetail(path, diff, false) };
  });
}

/** The diff of the two strings alone, without reading the file. */
function proposed(path: string, input: Readonly<Record<string, unknown>>): Pick<ToolView, 'detail'> {
  const before = textField(input, 'old_string');
  const after = textField(input, 'new_string');
  if (before.length + after.length > MAX_PRESENTED_CHARS || (before === '' && after === '')) return {};
  return { detail: diffDetail(path, diffOf(before, after), false) };
}

const inputSchema = z.strictObject({
  file_path: z.string().describe('The absolute path of the file to change'),
  old_string: z.string().describe('The text to replace'),
  new_string: z.string().describe('The text to put in its place (must differ from old_string)'),
  replace_all: z.boolean().default(false).describe('Replace every occurrence of old_string (default false)'),
});
type EditInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  /** Absolute. */
  filePath: z.string(),
  oldString: z.string(),
  newString: z.string(),
  originalFile: z.string().nullable(),
  structuredPatch: z.array(diffHunkSchema),
  userModified: z.boolean(),
  replaceAll: z.boolean(),
});
type EditOutput = z.infer<typeof outputSchema>;

interface EditDetails {
  readonly nearMatch?: string | undefined;
}

const PROMPT = `Replaces exact text in a file.

- Read the file first; an edit of a file you haven't read, or that changed since, is refused.
- old_string must be exactly the text of the file, without the line numbers that Read shows, and must occur once: give enough of the lines around it, or set replace_all to change every occurrence.
- If only quotation marks, blanks at line ends or indentation differ and exactly one place fits, the edit is made there in the style of the file, and the result says so.
- Prefer editing existing files to writing new ones.`;

export function createEditTool(deps: Pick<ToolDeps, 'projectDir'>) {
  return buildTool<typeof inputSchema, EditOutput, 'Edit', EditDetails>({
    name: 'Edit',
    searchHint: 'change part of a file, replace text',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: (input) => `${input.file_path}\n- ${input.old_string}\n+ ${input.new_string}`,
    backfillObservableInput: (clone, context) => ({ ...clone, file_path: absolutePath(clone.file_path, context.cwd) }),
    validateInput: validate,
    call,
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resultText(output, details),
    }),
    present: (stage) => presentEdit(stage, deps.projectDir),
    async preview(input, context) {
      const prepared = await prepare(input, context);
      const view = presentEdit({ stage: 'input', input }, deps.projectDir);
      if (!prepared.ok) return { ...view, outcome: prepared.message };
      const path = displayPath(absolutePath(input.file_path, context.cwd), deps.projectDir);
      const diff = diffOfPatch(prepared.patch);
      return { ...view, outcome: diffOutcome(diff), detail: diffDetail(path, diff, false) };
    },
  });
}

async function validate(input: EditInput, context: ToolUseContext): Promise<ValidationResult> {
  if (isDeniedByRule(input.file_path, context)) return { ok: true };
  const prepared = await prepare(input, context);
  return prepared.ok ? { ok: true } : { ok: false, message: prepared.message };
}

async function call(input: EditInput, context: ToolUseContext): Promise<ToolResult<EditOutput, EditDetails>> {
  const prepared = await prepare(input, context);
  if (!prepared.ok) throw new Error(prepared.message);
  const { file, edit, bytes, patch } = prepared;
  await replaceFile(file.realPath, bytes, edit.raw, digestOf(file.bytes), context);
  return {
    data: {
      filePath: absolutePath(input.file_path, context.cwd),
      oldString: input.old_string,
      newString: input.new_string,
      originalFile: originalFile(file),
      structuredPatch: patch,
      userModified: context.userModified ?? false,
      replaceAll: input.replace_all,
    },
    details: { nearMatch: edit.nearMatch },
  };
}

type Prepared =
  | { readonly ok: true; readonly file: EditableFile; readonly edit: AppliedEdit; readonly bytes: Buffer; readonly patch: DiffHunk[] }
  | { readonly ok: false; readonly message: string };

/** Everything except writing the file; also used for validation and preview. */
async function prepare(input: EditInput, context: ToolUseContext): Promise<Prepared> {
  if (input.old_string === input.new_string) return { ok: false, message: AGENT_ERRORS.changesNothing };
  if (input.file_path.toLowerCase().endsWith('.ipynb')) return { ok: false, message: AGENT_ERRORS.isNotebook };
  const file = await editableFile(input.file_path, context);
  if (!file.ok) return file;
  const edit = applyEdit(file.text, input);
  if (!edit.ok) return edit;
  const encoded = withText(file, edit.raw);
  if (!encoded.ok) return encoded;
  return { ok: true, file, edit, bytes: encoded.bytes, patch: patchOf(toLineFeeds(file.text.raw), toLineFeeds(edit.raw)) };
}

function resultText(output: EditOutput, { nearMatch }: EditDetails): string {
  const state = '(file state is current in your context — no need to Read it back)';
  const done = output.replaceAll
    ? `The file ${output.filePath} has been updated. All occurrences were successfully replaced. ${state}`
    : `The file ${output.filePath} has been updated successfully. ${state}`;
  return nearMatch === undefined
    ? done
    : `${done}\nNote: old_string differs from the text of the file in ${nearMatch}; the edit kept to the file's. Check that the result is what you meant.`;
}
