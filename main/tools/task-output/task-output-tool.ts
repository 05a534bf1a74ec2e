import { readVariable } from '#main/environment.ts';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { TaskStatus } from '#main/tool/services.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

const DEFAULT_WAIT_MS = 30_000;
const MAX_WAIT_MS = 600_000;
/** Upper limit of `TASK_MAX_OUTPUT_LENGTH`. */
const MAX_OUTPUT_CHARS = 160_000;

const inputSchema = z.strictObject({
  task_id: z.string().describe('Id of a background command or agent'),
  block: z.boolean().optional().describe('Whether to wait until it has ended (default true)'),
  timeout: z.number().optional().describe('Milliseconds to wait at most (default 30000, at most 600000)'),
});
type TaskOutputInput = z.output<typeof inputSchema>;

export interface TaskOutput {
  readonly status: TaskStatus;
  /** It was waited for, and had not ended by then. */
  readonly timedOut: boolean;
  readonly output: string;
  /** Only the end of the output is given. */
  readonly cut: boolean;
}

const PROMPT = `Gives the state and the output of a background command or agent, by its id.

- It waits until the task has ended, at most \`timeout\` milliseconds; with block: false it answers at once.
- You are told when a task has ended, so there is no need to ask again and again. Reading its output file does as well.`;

export function createTaskOutputTool(deps: ToolDeps) {
  const limit = outputLimit(deps.env?.() ?? process.env);
  return buildTool<typeof inputSchema, TaskOutput, 'TaskOutput'>({
    name: 'TaskOutput',
    aliases: ['BashOutput', 'AgentOutput'],
    searchHint: 'output of a background command or agent',
    inputSchema,
    // Bounds itself: the end of an output says more than its start.
    maxResultSizeChars: limit + 2000,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => input.task_id,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    validateInput: (input, context) =>
      Promise.resolve(statusOf(input, context) ? { ok: true } : { ok: false, message: unknown(input.task_id) }),
    call: (input, context) => readOutput(input, context, limit),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    present,
  });
}

export function unknown(taskId: string): string {
  return `No task with the ID ${JSON.stringify(taskId.slice(0, 100))} was started in this session.`;
}

function statusOf({ task_id }: TaskOutputInput, context: ToolUseContext): TaskStatus | undefined {
  return context.tasks?.status(task_id, context);
}

async function readOutput(input: TaskOutputInput, context: ToolUseContext, limit: number): Promise<ToolResult<TaskOutput>> {
  const { task_id: taskId, block = true, timeout = DEFAULT_WAIT_MS } = input;
  const waits = block && statusOf(input, context)?.state === 'running';
  if (waits) await context.tasks?.wait(taskId, Math.min(Math.max(timeout, 0), MAX_WAIT_MS), context.abortController.signal);
  const status = statusOf(input, context);
  if (!status) throw new Error(unknown(taskId));
  const { text, cut } = status.text === undefined ? await endOf(status.outputFile, limit) : tail(status.text, limit);
  context.tasks?.seen(taskId, context);
  return { data: { status, timedOut: waits && status.state === 'running', output: text, cut } };
}

/** The last part of a file, from a line's start. An agent at work has none yet. */
async function endOf(path: string, limit: number): Promise<{ readonly text: string; readonly cut: boolean }> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(size, limit * 4)),
      position: Math.max(0, size - limit * 4),
    });
    const { text, cut } = tail(buffer.toString('utf8', 0, bytesRead), limit);
    return { text, cut: cut || size > limit * 4 };
  } catch {
    // No output yet.
    return { text: '', cut: false };
  }
}

function tail(text: string, limit: number): { readonly text: string; readonly cut: boolean } {
  if (text.length <= limit) return { text, cut: false };
  const end = text.slice(-limit).toWellFormed();
  return { text: end.slice(end.indexOf('\n') + 1), cut: true };
}

function textOf({ status, timedOut, output, cut }: TaskOutput): string {
  return [
    `<retrieval_status>${timedOut ? 'timeout' : status.state === 'running' ? 'not_ready' : 'success'}</retrieval_status>`,
    `<task_id>${status.taskId}</task_id>`,
    `<task_type>${status.type}</task_type>`,
    `<status>${status.state}</status>`,
    ...(status.exitCode === undefined ? [] : [`<exit_code>${status.exitCode}</exit_code>`]),
    ...(status.detail === undefined ? [] : [`<detail>${contained(status.detail)}</detail>`]),
    `<output>\n${cut ? `[The end of it; the whole is in ${status.outputFile}]\n` : ''}${contained(output.trimEnd())}\n</output>`,
  ].join('\n');
}

/** What a program prints can't close the element it stands in. */
function contained(text: string): string {
  return text.replaceAll(/<(?=\/?(?:retrieval_status|task_id|task_type|status|exit_code|detail|output|system-reminder)\b)/giu, '&lt;');
}

function outputLimit(env: Readonly<Record<string, string | undefined>>): number {
  return Math.min(readVariable(env, 'TASK_MAX_OUTPUT_LENGTH'), MAX_OUTPUT_CHARS);
}

function present(stage: PresentStage<TaskOutput>): ToolView {
  const taskId = textField(stage.input, 'task_id');
  const view: ToolView = { kind: 'other', title: 'Task output', summary: oneLine(taskId, 80) };
  return presentStages(stage, view, ({ status, output, cut }) => ({
    summary: oneLine(status.description),
    outcome: status.state,
    detail: { type: 'text', text: output, truncated: cut },
  }));
}
