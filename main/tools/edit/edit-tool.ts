import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { diffDetail, diffOf, diffOutcome, type FileDiff } from '../diff-view.ts';
import { editableFile, type EditableFile, isDeniedByRule } from '../editable-file.ts';
import { digestOf } from '../file-access.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { encodeText, toLineFeeds } from '../text-file.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { replaceFile } from '../write-text-file.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { type AppliedEdit, applyEdit } from './apply-edit.ts';

/** Longer input isn't compared just to be looked at while it streams in. */
const MAX_PRESENTED_CHARS = 50_000;

function presentEdit(stage: PresentStage<EditOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const isOpen = stage.stage === 'input' || stage.stage === 'rejection';
  const view: ToolView = { kind: 'edit', title: 'Edit', summary: oneLine(path), ...(isOpen && proposed(path, stage.input)) };
  return presentStages(stage, view, ({ diff }) => ({ outcome: diffOutcome(diff), detail: diffDetail(path, diff, false) }));
}

/** Without the file at hand: the change of the quoted text alone. */
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

export interface EditOutput {
  readonly filePath: string;
  readonly replaceAll: boolean;
  readonly replaced: number;
  readonly nearMatch?: string;
  readonly diff: FileDiff;
}

const PROMPT = `Replaces text in a file, to the letter.

- Read the file first; an edit of a file you haven't read, or that changed since, is refused.
- old_string must be exactly the text of the file, without the line numbers that Read shows, and must occur once: give enough of the lines around it, or set replace_all to change every occurrence.
- Prefer editing existing files to writing new ones.`;

export function createEditTool(deps: Pick<ToolDeps, 'projectDir'>) {
  return buildTool<typeof inputSchema, EditOutput, 'Edit'>({
    name: 'Edit',
    searchHint: 'change part of a file, replace text',
    inputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: (input) => `${input.file_path}\n- ${input.old_string}\n+ ${input.new_string}`,
    backfillObservableInput: (clone, context) => ({ ...clone, file_path: absolutePath(clone.file_path, context.cwd) }),
    validateInput: validate,
    call,
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resultText(output),
    }),
    present: (stage) => presentEdit(stage, deps.projectDir),
    async preview(input, context) {
      const prepared = await prepare(input, context);
      const view = presentEdit({ stage: 'input', input }, deps.projectDir);
      if (!prepared.ok) return { ...view, outcome: prepared.message };
      const path = displayPath(absolutePath(input.file_path, context.cwd), deps.projectDir);
      return { ...view, outcome: diffOutcome(prepared.diff), detail: diffDetail(path, prepared.diff, false) };
    },
  });
}

async function validate(input: EditInput, context: ToolUseContext): Promise<ValidationResult> {
  if (isDeniedByRule(input.file_path, context)) return { ok: true };
  const prepared = await prepare(input, context);
  return prepared.ok ? { ok: true } : { ok: false, message: prepared.message };
}

async function call(input: EditInput, context: ToolUseContext): Promise<ToolResult<EditOutput>> {
  const prepared = await prepare(input, context);
  if (!prepared.ok) throw new Error(prepared.message);
  const { file, edit, diff } = prepared;
  await replaceFile(file.realPath, encodeText({ ...file.text, raw: edit.raw }), edit.raw, digestOf(file.bytes), context);
  const near = edit.nearMatch === undefined ? {} : { nearMatch: edit.nearMatch };
  return { data: { filePath: input.file_path, replaceAll: input.replace_all, replaced: edit.replaced, diff, ...near } };
}

type Prepared =
  | { readonly ok: true; readonly file: EditableFile; readonly edit: AppliedEdit; readonly diff: FileDiff }
  | { readonly ok: false; readonly message: string };

/** Everything short of writing: the same work shows the person the diff and makes the change. */
async function prepare(input: EditInput, context: ToolUseContext): Promise<Prepared> {
  if (input.old_string === input.new_string)
    return { ok: false, message: 'No changes to make: old_string and new_string are exactly the same.' };
  const file = await editableFile(input.file_path, context);
  if (!file.ok) return file;
  const edit = applyEdit(file.text, input);
  if (!edit.ok) return edit;
  return { ok: true, file, edit, diff: diffOf(toLineFeeds(file.text.raw), toLineFeeds(edit.raw)) };
}

function resultText(output: EditOutput): string {
  const state = '(file state is current in your context — no need to Read it back)';
  const done = output.replaceAll
    ? `The file ${output.filePath} has been updated. All occurrences were successfully replaced. ${state}`
    : `The file ${output.filePath} has been updated successfully. ${state}`;
  return output.nearMatch === undefined
    ? done
    : `${done}\nNote: old_string was not in the file to the letter; it matched when ${output.nearMatch} were ignored. Check that the result is what you meant.`;
}
