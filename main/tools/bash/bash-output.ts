import { z } from 'zod';
import type { CommandStart } from '#main/tool/services/tool-services.ts';
import type { PresentStage, ToolResult, ToolResultBlockParam } from '#main/tool/tool.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import { MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import { previewOf } from '#main/tool/result-file.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { INTERRUPTED } from '#shared/session/interrupted.ts';
import type { DiffDetail, ToolView } from '#shared/session/tool-view.ts';
import { TYPED_NOTICE } from '#shared/session/typed-notice.ts';
import { commandLine, counted, presentStages, textField } from '../present-call.ts';
import { diffOutcome } from '../diff-view.ts';
import { gitOperationSchema, gitOperationWords } from './git-operation.ts';
import { changesFolder } from './quiet-commands.ts';
import type { FullOutput } from './printed-output.ts';

export const bashOutputSchema = z.object({
  /** The output as plain text, with standard error; long output is shortened. An image: its `data:` URL. */
  stdout: z.string(),
  /** Empty: in a terminal, standard error is part of the output. */
  stderr: z.string(),
  interrupted: z.boolean(),
  isImage: z.boolean().optional(),
  backgroundTaskId: z.string().optional(),
  backgroundedByUser: z.boolean().optional(),
  timedOutAfterMs: z.number().optional(),
  /** What the exit code means, if it isn't 0 but no failure either. */
  returnCodeInterpretation: z.string().optional(),
  /** It prints nothing when it succeeds. */
  noOutputExpected: z.boolean().optional(),
  /** For windows and hooks, so that they need not read the output. */
  gitOperation: gitOperationSchema.optional(),
  /** Tells the model that `cd` in a background command doesn't affect the next command. */
  backgroundCwdHint: z.string().optional(),
  /** A sub-agent's command in the background ends with the agent. */
  backgroundEndsWithFinalResponse: z.literal(true).optional(),
  /** File with the whole output, if the model gets only a part. */
  persistedOutputPath: z.string().optional(),
  /** Bytes. */
  persistedOutputSize: z.number().optional(),
});
export type BashOutput = z.infer<typeof bashOutputSchema>;

export interface BashDetails {
  /** Set when the model gets only a part. */
  readonly whole?: FullOutput;
  /** `stdout` is incomplete. */
  readonly truncated: boolean;
  readonly outputPath: string;
  readonly outputBytes: number;
  /** 128 + its number when a signal ended the command. */
  readonly exitCode: number;
  /** The exit code means an error, unlike grep's 1 for no match. */
  readonly failed: boolean;
  /** The user typed into its terminal. */
  readonly typedInto: boolean;
  /** Set while it runs in the background. */
  readonly background?: { readonly outputFile: string; readonly why: 'asked' | 'person' | 'timeout'; readonly afterMs: number };
  /** Where the next command starts, if this one left the allowed folders. */
  readonly cwdResetTo?: string;
  /** Where the next command starts, if it's unknown where this one ended. */
  readonly cwdKept?: string;
  /** It printed an image that is too large to show. */
  readonly largeImage?: true;
  /** What a previewed `sed -i` changed. */
  readonly change?: DiffDetail;
}

type Shell = 'Bash' | 'PowerShell';

export function bashResultBlock(shell: Shell, output: BashOutput, toolUseId: string, details: BashDetails): ToolResultBlockParam {
  const block = { type: 'tool_result', tool_use_id: toolUseId } as const;
  const image = output.isImage ? imageOf(output.stdout) : undefined;
  if (image) return { ...block, content: [image] };
  if (details.background) return { ...block, content: backgroundText(output, details.background) };
  const failed = isFailure(output, details);
  const before = failed ? failureLines(output, details) : [];
  const behind = [typedNotice(details), cwdNotice(details)].filter((line) => line !== '');
  const printed = failed ? shown(output, details, [...before, ...behind]) : successText(shell, output, details, behind);
  const content = [...before, ...(printed === '' ? [] : [printed]), ...behind].join('\n');
  return failed ? { ...block, content, is_error: true } : { ...block, content };
}

/** The result of a command whose work was done without running it. */
export const NOTHING_PRINTED = {
  data: { stdout: '', stderr: '', interrupted: false },
  details: { truncated: false, outputPath: '', outputBytes: 0, exitCode: 0, failed: false, typedInto: false },
} as const satisfies ToolResult<BashOutput, BashDetails>;

/** An image as a `data:` URL, the form it has in `stdout`. */
export function imageAddress({ source }: ImageBlock): string {
  return `data:${source.media_type};base64,${source.data}`;
}

function imageOf(stdout: string): ImageBlock | undefined {
  const [, media_type, data] = /^data:(image\/\w+);base64,([\w+/=]+)$/.exec(stdout) ?? [];
  return media_type === undefined || data === undefined ? undefined : { type: 'image', source: { type: 'base64', media_type, data } };
}

export function backgroundResult(
  command: string,
  { taskId, outputFile, why }: Extract<CommandStart, { type: 'background' }>,
  timeoutMs: number,
  endsWithAgent: boolean,
): ToolResult<BashOutput, BashDetails> {
  return {
    data: {
      ...NOTHING_PRINTED.data,
      backgroundTaskId: taskId,
      ...(why === 'person' && { backgroundedByUser: true }),
      ...(why === 'timeout' && { timedOutAfterMs: timeoutMs }),
      ...(endsWithAgent && { backgroundEndsWithFinalResponse: true }),
      ...(changesFolder(command) && { backgroundCwdHint: 'The next command starts where this one did.' }),
    },
    details: { ...NOTHING_PRINTED.details, outputPath: outputFile, background: { outputFile, why, afterMs: timeoutMs } },
  };
}

function backgroundText(
  { backgroundTaskId: taskId = '', backgroundCwdHint: hint, backgroundEndsWithFinalResponse: endsWithAgent }: BashOutput,
  { outputFile, why, afterMs }: NonNullable<BashDetails['background']>,
): string {
  const how = {
    asked: `Command running in background with ID: ${taskId}.`,
    timeout: `Command did not end within ${String(afterMs / 1000)}s and was moved to the background with ID: ${taskId}. It still runs.`,
    person: `The user moved the command to the background, with ID: ${taskId}. It still runs.`,
  };
  const meanwhile = endsWithAgent
    ? 'go on with something else. It is stopped when you give your final answer'
    : 'go on with something else, or end your answer';
  return `${how[why]} Output is being written to: ${outputFile}. You will be told when it has ended; ${meanwhile}. Read shows what it printed so far, TaskStop ends it.${hint === undefined ? '' : ` ${hint}`}`;
}

export function isFailure(output: BashOutput, details: BashDetails): boolean {
  if (details.background) return false;
  return details.failed || output.interrupted || output.timedOutAfterMs !== undefined;
}

function successText(shell: Shell, output: BashOutput, details: BashDetails, attached: readonly string[]): string {
  if (details.largeImage) {
    return `The command printed an image that is too large to show (${formatBytes(details.outputBytes)}, at most ${formatBytes(MAX_IMAGE_BYTES)}). Its bytes are in ${details.outputPath}. Make a smaller copy and read that.`;
  }
  return output.stdout === '' ? `(${shell} completed with no output)` : shown(output, details, attached);
}

function failureLines(output: BashOutput, { exitCode }: BashDetails): string[] {
  const how = output.interrupted
    ? ['Command was interrupted before it ended']
    : output.timedOutAfterMs === undefined
      ? []
      : [`Command timed out after ${String(output.timedOutAfterMs / 1000)}s`];
  return [`Exit code ${String(exitCode)}`, ...how];
}

/** The output, or the part of it that the model gets. */
function shown({ stdout }: BashOutput, { whole }: BashDetails, attached: readonly string[]): string {
  if (!whole) return stdout;
  const { where, bytes, chars } = whole;
  return previewOf({ text: stdout, bytes, chars }, { where, reservedChars: attached.join('\n').length + 2 });
}

function typedNotice({ typedInto }: BashDetails): string {
  return typedInto ? TYPED_NOTICE : '';
}

function cwdNotice({ cwdKept, cwdResetTo }: BashDetails): string {
  if (cwdKept !== undefined) return `Shell cwd is still ${cwdKept}: where this command ended is not known`;
  return cwdResetTo === undefined ? '' : `Shell cwd was reset to ${cwdResetTo}`;
}

export function presentBash(stage: PresentStage<BashOutput, BashDetails>): ToolView {
  const command = textField(stage.input, 'command');
  const description = textField(stage.input, 'description');
  const view: ToolView = {
    kind: 'command',
    title: 'Run',
    summary: commandLine(command),
    detail: { type: 'command', command, ...(description === '' ? {} : { description }) },
  };
  return presentStages(stage, view, (output, details) => ({
    outcome: outcome(output, details),
    ...(details.change && { detail: { type: 'command', command, diff: details.change } }),
  }));
}

function outcome(output: BashOutput, details: BashDetails): string {
  if (details.background) return 'in the background';
  if (output.interrupted) return INTERRUPTED;
  if (output.timedOutAfterMs !== undefined) return `timed out after ${String(output.timedOutAfterMs / 1000)} s`;
  if (details.exitCode !== 0) return `exit code ${String(details.exitCode)}`;
  if (output.isImage || details.largeImage) return 'image';
  if (details.change) return diffOutcome(details.change);
  if (output.gitOperation) return gitOperationWords(output.gitOperation);
  if (output.stdout === '') return output.noOutputExpected ? 'done' : 'no output';
  return details.truncated ? 'large output' : counted(output.stdout.split('\n').length, 'line');
}
