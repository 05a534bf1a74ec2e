import type { ToolResultBlockParam } from '#main/tool/tool.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import { formatBytes } from '../file-access.ts';

export interface BashOutput {
  /** Plain text of what was printed, bounded; `outputPath` has the whole as printed. */
  readonly output: string;
  readonly truncated: boolean;
  readonly outputPath: string;
  readonly outputBytes: number;
  /** 128 + its number when a signal ended the command. */
  readonly exitCode: number;
  /** The exit code is an error, not an answer like grep's 1. */
  readonly failed: boolean;
  readonly interrupted: boolean;
  readonly timedOutAfterMs?: number;
  /** Where the next command starts, when this one left the allowed folders. */
  readonly cwdResetTo?: string;
  readonly image?: ImageBlock;
}

/** Failures longer than this are cut in the middle. */
const MAX_FAILURE_CHARS = 30_000;
const FAILURE_HEAD = 5000;
const FAILURE_TAIL = 5000;
const PREVIEW_CHARS = 2000;

export function bashResultBlock(output: BashOutput, toolUseId: string): ToolResultBlockParam {
  const block = { type: 'tool_result', tool_use_id: toolUseId } as const;
  if (output.image !== undefined) return { ...block, content: [output.image] };
  const failed = isFailure(output);
  const content = [failed ? failureText(output) : successText(output), cwdNotice(output)].filter((part) => part !== '').join('\n');
  return failed ? { ...block, content, is_error: true } : { ...block, content };
}

export function isFailure(output: Pick<BashOutput, 'failed' | 'interrupted' | 'timedOutAfterMs'>): boolean {
  return output.failed || output.interrupted || output.timedOutAfterMs !== undefined;
}

function successText(output: BashOutput): string {
  if (output.truncated) {
    return `<persisted-output>\nOutput too large (${formatBytes(output.outputBytes)}). Full output saved to: ${output.outputPath}\n\nPreview (first 2KB):\n${output.output.slice(0, PREVIEW_CHARS)}\n...\n</persisted-output>`;
  }
  return output.output === '' ? '(Bash completed with no output)' : output.output;
}

function failureText(output: BashOutput): string {
  const how = output.interrupted
    ? 'Command was interrupted before it ended'
    : output.timedOutAfterMs === undefined
      ? ''
      : `Command timed out after ${String(output.timedOutAfterMs / 1000)}s`;
  return [`Exit code ${String(output.exitCode)}`, how, shortened(output)].filter((part) => part !== '').join('\n');
}

function shortened({ output, outputPath }: BashOutput): string {
  if (output.length <= MAX_FAILURE_CHARS) return output;
  const dropped = output.length - FAILURE_HEAD - FAILURE_TAIL;
  return `${output.slice(0, FAILURE_HEAD)}\n\n... [${String(dropped)} characters truncated] ...\n\n${output.slice(-FAILURE_TAIL)}\n\nFull output saved to: ${outputPath}`;
}

function cwdNotice(output: BashOutput): string {
  return output.cwdResetTo === undefined ? '' : `Shell cwd was reset to ${output.cwdResetTo}`;
}
