import type { CommandStart } from '#main/tool/tasks.ts';
import type { ToolResultBlockParam } from '#main/tool/tool.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import { formatBytes } from '../file-access.ts';
import { MAX_IMAGE_BYTES } from '#main/tool/image.ts';

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
  /** The user answered it in its terminal. */
  readonly typedInto: boolean;
  /** It goes on; what stands above is what its call knows. */
  readonly background?: {
    readonly taskId: string;
    readonly outputFile: string;
    readonly why: 'asked' | 'person' | 'timeout';
    readonly afterMs: number;
  };
  readonly timedOutAfterMs?: number;
  /** Where the next command starts, when this one left the allowed folders. */
  readonly cwdResetTo?: string;
  /** An image it printed. Too large a one is only named: its bytes say nothing as text. */
  readonly image?: ImageBlock | 'too large';
}

/** Failures longer than this are cut in the middle. */
const MAX_FAILURE_CHARS = 30_000;
const FAILURE_HEAD = 5000;
const FAILURE_TAIL = 5000;
/** Of an output too large to keep whole, characters shown of its start and of its end. */
const PREVIEW_CHARS = 4500;

export function bashResultBlock(output: BashOutput, toolUseId: string): ToolResultBlockParam {
  const block = { type: 'tool_result', tool_use_id: toolUseId } as const;
  if (typeof output.image === 'object') return { ...block, content: [output.image] };
  if (output.background) return { ...block, content: backgroundText(output.background) };
  const failed = isFailure(output);
  const content = [failed ? failureText(output) : successText(output), typedNotice(output), cwdNotice(output)]
    .filter((part) => part !== '')
    .join('\n');
  return failed ? { ...block, content, is_error: true } : { ...block, content };
}

export function backgroundOutput(
  { taskId, outputFile, why }: Extract<CommandStart, { type: 'background' }>,
  timeoutMs: number,
): BashOutput {
  return {
    output: '',
    truncated: false,
    outputPath: outputFile,
    outputBytes: 0,
    exitCode: 0,
    failed: false,
    interrupted: false,
    typedInto: false,
    background: { taskId, outputFile, why, afterMs: timeoutMs },
  };
}

function backgroundText({ taskId, outputFile, why, afterMs }: NonNullable<BashOutput['background']>): string {
  const how = {
    asked: `Command running in background with ID: ${taskId}.`,
    timeout: `Command did not end within ${String(afterMs / 1000)}s and was moved to the background with ID: ${taskId}. It still runs.`,
    person: `The user moved the command to the background, with ID: ${taskId}. It still runs.`,
  };
  return `${how[why]} Output is being written to: ${outputFile}. You will be told when it has ended; go on with something else, or end your answer. Read shows what it printed so far, TaskStop ends it. The next command starts where this one did.`;
}

export function isFailure(output: Pick<BashOutput, 'failed' | 'interrupted' | 'timedOutAfterMs'>): boolean {
  return output.failed || output.interrupted || output.timedOutAfterMs !== undefined;
}

function successText(output: BashOutput): string {
  if (output.image === 'too large') {
    return `The command printed an image that is too large to show (${formatBytes(output.outputBytes)}, at most ${formatBytes(MAX_IMAGE_BYTES)}). Its bytes are in ${output.outputPath}. Make a smaller copy and read that.`;
  }
  if (output.truncated) return persistedText(output);
  return output.output === '' ? '(Bash completed with no output)' : output.output;
}

function persistedText({ output, outputBytes, outputPath }: BashOutput): string {
  return [
    '<persisted-output>',
    `Output too large (${formatBytes(outputBytes)}). Full output saved to: ${outputPath}`,
    '',
    `Preview (first ${String(PREVIEW_CHARS)} characters):`,
    output.slice(0, PREVIEW_CHARS).toWellFormed(),
    '',
    '... [the middle is left out] ...',
    '',
    `Preview (last ${String(PREVIEW_CHARS)} characters):`,
    output.slice(-PREVIEW_CHARS).toWellFormed(),
    '</persisted-output>',
  ].join('\n');
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
  return `${output.slice(0, FAILURE_HEAD).toWellFormed()}\n\n... [${String(dropped)} characters truncated] ...\n\n${output.slice(-FAILURE_TAIL).toWellFormed()}\n\nFull output saved to: ${outputPath}`;
}

function typedNotice({ typedInto }: BashOutput): string {
  return typedInto ? '[The user typed into this terminal while the command ran.]' : '';
}

function cwdNotice(output: BashOutput): string {
  return output.cwdResetTo === undefined ? '' : `Shell cwd was reset to ${output.cwdResetTo}`;
}
