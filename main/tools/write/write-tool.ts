import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import { type DiffHunk, diffHunkSchema, type ToolView } from '#shared/session/tool-view.ts';
import { diffDetail, diffOf, diffOfPatch, diffOutcome, patchOf } from '../diff-view.ts';
import { withLineEnd } from '../edit/apply-edit.ts';
import { editableFile, type EditableFile, isDeniedByRule, originalFile, withText, writeTarget } from '../editable-file.ts';
import { digestOf } from '../file-access.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { toLineFeeds } from '../text-file.ts';
import { withTagsOfFile } from '../tags-of-file.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { replaceFile } from '../write-text-file.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';

const MAX_SHOWN_CHARS = 20_000;

function presentWrite(stage: PresentStage<WriteOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const view: ToolView = { kind: 'edit', title: 'Write', summary: oneLine(path), ...proposed(stage.input) };
  return presentStages(stage, view, ({ type, content, structuredPatch }) => {
    const created = type === 'create';
    const diff = created ? diffOf('', toLineFeeds(content)) : diffOfPatch(structuredPatch);
    const outcome = created ? `created, ${counted(diff.additions, 'line')}` : diffOutcome(diff);
    return { outcome, detail: diffDetail(path, diff, created) };
  });
}

function proposed(input: Readonly<Record<string, unknown>>): Pick<ToolView, 'detail'> {
  const content = textField(input, 'content');
  const text = content.slice(0, MAX_SHOWN_CHARS);
  return { detail: { type: 'text', text, truncated: text.length < content.length } };
}

const inputSchema = z.strictObject({
  file_path: z.string().describe('The absolute path of the file to write'),
  content: z.string().describe('The whole content of the file'),
});
type WriteInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  type: z.enum(['create', 'update']),
  /** Absolute. */
  filePath: z.string(),
  content: z.string(),
  /** Empty for a new file. */
  structuredPatch: z.array(diffHunkSchema),
  originalFile: z.string().nullable(),
  userModified: z.boolean(),
});
type WriteOutput = z.infer<typeof outputSchema>;

const PROMPT = `Writes a whole file, replacing what was there before.

- An existing file must have been read first, and not have changed since.
- Missing parent folders are created.
- To change part of a file use Edit. Don't write documentation files unless asked to.`;

export function createWriteTool(deps: Pick<ToolDeps, 'projectDir'>) {
  return buildTool<typeof inputSchema, WriteOutput, 'Write'>({
    name: 'Write',
    searchHint: 'create or overwrite a whole file',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: (input) => `${input.file_path}\n${input.content}`,
    backfillObservableInput: (clone, context) => ({ ...clone, file_path: absolutePath(clone.file_path, context.cwd) }),
    validateInput: validate,
    call,
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resultText(output),
    }),
    present: (stage) => presentWrite(stage, deps.projectDir),
    async preview(input, context) {
      const prepared = await prepare(input, context);
      const view = presentWrite({ stage: 'input', input }, deps.projectDir);
      if (!prepared.ok) return { ...view, outcome: prepared.message };
      const path = displayPath(absolutePath(input.file_path, context.cwd), deps.projectDir);
      const diff = prepared.existing ? diffOfPatch(prepared.patch) : diffOf('', toLineFeeds(input.content));
      return { ...view, outcome: diffOutcome(diff), detail: diffDetail(path, diff, prepared.existing === undefined) };
    },
  });
}

async function validate(input: WriteInput, context: ToolUseContext): Promise<ValidationResult> {
  if (isDeniedByRule(input.file_path, context)) return { ok: true };
  const prepared = await prepare(input, context);
  return prepared.ok ? { ok: true } : { ok: false, message: prepared.message };
}

async function call(input: WriteInput, context: ToolUseContext): Promise<ToolResult<WriteOutput>> {
  const prepared = await prepare(input, context);
  if (!prepared.ok) throw new Error(prepared.message);
  const { realPath, existing, content, raw, bytes, patch } = prepared;
  const written = {
    filePath: absolutePath(input.file_path, context.cwd),
    content,
    structuredPatch: patch,
    userModified: context.userModified ?? false,
  };
  if (existing === undefined) {
    await replaceFile(realPath, bytes, raw, null, context);
    return { data: { ...written, type: 'create', originalFile: null } };
  }
  await replaceFile(realPath, bytes, raw, digestOf(existing.bytes), context);
  return { data: { ...written, type: 'update', originalFile: originalFile(existing) } };
}

type Prepared =
  | {
      readonly ok: true;
      readonly realPath: string;
      readonly existing?: EditableFile;
      /** As given, but for tags that the model read escaped. */
      readonly content: string;
      readonly raw: string;
      readonly bytes: Buffer;
      readonly patch: DiffHunk[];
    }
  | { readonly ok: false; readonly message: string };

async function prepare(input: WriteInput, context: ToolUseContext): Promise<Prepared> {
  const target = await writeTarget(input.file_path, context);
  if (!target.ok) return target;
  const { realPath } = target;
  if (!target.exists)
    return { ok: true, realPath, content: input.content, raw: input.content, bytes: Buffer.from(input.content), patch: [] };
  const existing = await editableFile(input.file_path, context);
  if (!existing.ok) return existing;
  const before = toLineFeeds(existing.text.raw);
  const content = withTagsOfFile(input.content, before);
  const raw = withLineEnd(content, existing.text.lineEnd);
  const encoded = withText(existing, raw);
  if (!encoded.ok) return encoded;
  return {
    ok: true,
    realPath,
    existing,
    raw,
    bytes: encoded.bytes,
    content,
    patch: patchOf(before, toLineFeeds(content)),
  };
}

function resultText(output: WriteOutput): string {
  const state = '(file state is current in your context — no need to Read it back)';
  return output.type === 'create'
    ? `File created successfully at: ${output.filePath} ${state}`
    : `The file ${output.filePath} has been updated successfully. ${state}`;
}
