import type { ImageBlock, ResultContent } from '#shared/session/content.ts';
import type { PresentStage, ToolResultBlockParam } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { formatBytes } from '../file-access.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { displayPath } from '../input-path.ts';

/** What Read found. */
export type ReadOutput =
  | {
      readonly type: 'text';
      readonly filePath: string;
      /** Lines without numbers, joined with `\n`. */
      readonly content: string;
      readonly numLines: number;
      /** 1-based. */
      readonly startLine: number;
      readonly totalLines: number;
      /** Tokens of the whole and of a page, when only the first page fitted. */
      readonly capped?: Capped;
    }
  | { readonly type: 'past_end'; readonly filePath: string; readonly offset: number; readonly totalLines: number }
  | { readonly type: 'image'; readonly filePath: string; readonly image: ImageBlock; readonly size: number }
  | { readonly type: 'notebook'; readonly filePath: string; readonly cells: number; readonly content: ResultContent }
  | { readonly type: 'file_unchanged'; readonly filePath: string };

export interface Capped {
  readonly tokens: number;
  readonly cap: number;
}

export function readResultBlock(output: ReadOutput, toolUseId: string): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: toolUseId, content: resultContent(output) };
}

function resultContent(output: ReadOutput): ResultContent {
  switch (output.type) {
    case 'text':
      return partialNotice(output) + numberLines(output.content, output.startLine);
    case 'past_end':
      return reminder(
        `Warning: the file exists but is shorter than the provided offset (${String(output.offset)}). The file has ${String(output.totalLines)} lines${output.totalLines === 0 ? ': it is empty' : ''}.`,
      );
    case 'image':
      return [output.image];
    case 'notebook':
      return output.content;
    case 'file_unchanged':
      return 'Nothing new to read: file unchanged since your last Read. Its content is in that earlier result.';
  }
}

/** `N<TAB>text`, without padding. */
function numberLines(content: string, startLine: number): string {
  return content
    .split('\n')
    .map((line, index) => `${String(startLine + index)}\t${line}`)
    .join('\n');
}

function partialNotice(output: Extract<ReadOutput, { type: 'text' }>): string {
  const { capped } = output;
  if (capped === undefined) return '';
  const last = output.startLine + output.numLines - 1;
  const more =
    last < output.totalLines
      ? `Call Read with offset=${String(last + 1)} limit=${String(output.numLines)} to read on.`
      : 'The last line shown is cut; use Bash to see the rest of it.';
  return `${reminder(
    `[Truncated: PARTIAL view — showing lines ${String(output.startLine)}-${String(last)} of ${String(output.totalLines)} total (${String(capped.tokens)} tokens, cap ${String(capped.cap)}). ${more}]`,
  )}\n`;
}

function reminder(text: string): string {
  return `<system-reminder>${text}</system-reminder>`;
}

const MAX_SHOWN_CHARS = 20_000;

export function presentRead(stage: PresentStage<ReadOutput>, projectDir: string): ToolView {
  const path = displayPath(textField(stage.input, 'file_path'), projectDir);
  const view = { kind: 'read' as const, title: 'Read', summary: oneLine(path + rangeOf(stage.input)) };
  return presentStages(stage, view, describe);
}

function rangeOf(input: Readonly<Record<string, unknown>>): string {
  const { offset, limit } = input;
  if (typeof offset !== 'number' && typeof limit !== 'number') return '';
  const start = typeof offset === 'number' ? Math.max(1, offset) : 1;
  return typeof limit === 'number' ? ` (lines ${String(start)}–${String(start + limit - 1)})` : ` (from line ${String(start)})`;
}

function describe(output: ReadOutput): Pick<ToolView, 'outcome' | 'detail'> {
  switch (output.type) {
    case 'text': {
      const text = output.content.slice(0, MAX_SHOWN_CHARS);
      // The empty line after a last line feed is none to a person.
      const lines = output.content.endsWith('\n') ? output.numLines - 1 : output.numLines;
      const outcome =
        output.capped === undefined ? counted(lines, 'line') : `first ${counted(lines, 'line')} of ${String(output.totalLines)}`;
      return {
        outcome,
        detail: { type: 'text', text, truncated: text.length < output.content.length || output.capped !== undefined },
      };
    }
    case 'past_end':
      return { outcome: output.totalLines === 0 ? 'empty' : 'past the end' };
    case 'image':
      return { outcome: `image, ${formatBytes(output.size)}` };
    case 'notebook':
      return { outcome: counted(output.cells, 'cell') };
    case 'file_unchanged':
      return { outcome: 'unchanged' };
  }
}
