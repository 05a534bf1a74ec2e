import type { CommandStart } from '#main/tool/services.ts';
import type { PresentStage, ToolResultBlockParam } from '#main/tool/tool.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import { MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import { previewOf } from '#main/tool/result-file.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { formatBytes } from '../file-access.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import type { FullOutput } from './printed-output.ts';

export interface BashOutput {
  /** Plain text of what was printed, bounded; `outputPath` has the whole as printed. */
  readonly output: string;
  /** Set when the model reads only a part. */
  readonly whole?: FullOutput;
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
  /** Where the next command starts, when it isn't known where this one ended. */
  readonly cwdKept?: string;
  /** An image it printed. Too large a one is only named: its bytes say nothing as text. */
  readonly image?: ImageBlock | 'too large';
}

export function bashResultBlock(output: BashOutput, toolUseId: string): ToolResultBlockParam {
  const block = { type: 'tool_result', tool_use_id: toolUseId } as const;
  if (typeof output.image === 'object') return { ...block, content: [output.image] };
  if (output.background) return { ...block, content: backgroundText(output.background) };
  const failed = isFailure(output);
  const before = failed ? failureLines(output) : [];
  const behind = [typedNotice(output), cwdNotice(output)].filter((line) => line !== '');
  const printed = failed ? shown(output, [...before, ...behind]) : successText(output, behind);
  const content = [...before, ...(printed === '' ? [] : [printed]), ...behind].join('\n');
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

function successText(output: BashOutput, attached: readonly string[]): string {
  if (output.image === 'too large') {
    return `The command printed an image that is too large to show (${formatBytes(output.outputBytes)}, at most ${formatBytes(MAX_IMAGE_BYTES)}). Its bytes are in ${output.outputPath}. Make a smaller copy and read that.`;
  }
  return output.output === '' ? '(Bash completed with no output)' : shown(output, attached);
}

function failureLines(output: BashOutput): string[] {
  const how = output.interrupted
    ? ['Command was interrupted before it ended']
    : output.timedOutAfterMs === undefined
      ? []
      : [`Command timed out after ${String(output.timedOutAfterMs / 1000)}s`];
  return [`Exit code ${String(output.exitCode)}`, ...how];
}

/** What was printed, or what is shown of it. */
function shown({ output, whole }: BashOutput, attached: readonly string[]): string {
  if (!whole) return output;
  const { where, bytes, chars } = whole;
  return previewOf({ text: output, bytes, chars }, { where, reservedChars: attached.join('\n').length + 2 });
}

function typedNotice({ typedInto }: BashOutput): string {
  return typedInto ? '[The user typed into this terminal while the command ran.]' : '';
}

function cwdNotice(output: BashOutput): string {
  if (output.cwdKept !== undefined) return `Shell cwd is still ${output.cwdKept}: where this command ended is not known`;
  return output.cwdResetTo === undefined ? '' : `Shell cwd was reset to ${output.cwdResetTo}`;
}

export function presentBash(stage: PresentStage<BashOutput>): ToolView {
  const command = textField(stage.input, 'command');
  const description = textField(stage.input, 'description');
  const view: ToolView = {
    kind: 'command',
    title: 'Run',
    summary: oneLine(command),
    detail: { type: 'command', command, ...(description === '' ? {} : { description }) },
  };
  return presentStages(stage, view, (output) => ({ outcome: outcome(output) }));
}

function outcome(output: BashOutput): string {
  if (output.background) return 'in the background';
  if (output.interrupted) return 'interrupted';
  if (output.timedOutAfterMs !== undefined) return `timed out after ${String(output.timedOutAfterMs / 1000)} s`;
  if (output.exitCode !== 0) return `exit code ${String(output.exitCode)}`;
  if (output.image !== undefined) return 'image';
  if (output.output === '') return 'no output';
  return output.truncated ? 'large output' : counted(output.output.split('\n').length, 'line');
}
