import type { ImageBlock, ResultContent } from '#shared/session/content.ts';
import type { ToolResultBlockParam } from '#main/tool/tool.ts';

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
