import { withoutOwnTags } from '#main/tool/own-tags.ts';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { TaskStatus } from '#main/tool/services/tool-services.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { taskOutputLimit } from '../task-output-limit.ts';

const DEFAULT_WAIT_MS = 30_000;
const MAX_WAIT_MS = 600_000;

const inputSchema = z.strictObject({
  task_id: z.string().describe('Id of a background command, agent or workflow'),
  block: z.boolean().optional().describe('Whether to wait until it has ended (default true)'),
  timeout: z.number().optional().describe('Milliseconds to wait at most (default 30000, at most 600000)'),
});
type TaskOutputInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  /** `timeout`: the task had not ended when the wait was over. */
  retrieval_status: z.enum(['success', 'timeout', 'not_ready']),
  task: z.object({
    task_id: z.string(),
    task_type: z.enum(['command', 'agent', 'workflow']),
    status: z.enum(['running', 'completed', 'failed', 'stopped']),
    description: z.string(),
    output: z.string(),
    exitCode: z.number().optional(),
  }),
});
type TaskOutput = z.infer<typeof outputSchema>;

interface TaskOutputDetails {
  readonly detail?: string | undefined;
  /** Set if only the end of the output is returned: the file with the whole output. */
  readonly wholeIn?: string;
}

const PROMPT = `Returns the state and the output of a background command, agent or workflow, by its id.

- It waits until the task has ended, at most \`timeout\` milliseconds; with block: false it returns at once.
- You are notified when a task ends, so don't ask repeatedly. You can also read its output file.`;

export function createTaskOutputTool(deps: ToolDeps) {
  const limit = taskOutputLimit(deps.env?.() ?? process.env);
  return buildTool<typeof inputSchema, TaskOutput, 'TaskOutput', TaskOutputDetails>({
    name: 'TaskOutput',
    aliases: ['BashOutput', 'AgentOutput'],
    searchHint: 'output of a background command or agent',
    inputSchema,
    outputSchema,
    // It shortens its result itself, keeping the end, which is more useful than the start.
    shouldDefer: true,
    maxResultSizeChars: limit + 2000,
    prompt: () => PROMPT,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => input.task_id,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    validateInput: (input, context) =>
      Promise.resolve(statusOf(input, context) ? { ok: true } : { ok: false, message: unknown(input.task_id) }),
    call: (input, context) => readOutput(input, context, limit),
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: textOf(output, details),
    }),
    wantsTo: (input) => `read the output of the task ${oneLine(textField(input, 'task_id'), 80)}`,
    present,
  });
}

export function unknown(taskId: string): string {
  return `No task with the ID ${JSON.stringify(taskId.slice(0, 100))} was started in this session.`;
}

function statusOf({ task_id }: TaskOutputInput, context: ToolUseContext): TaskStatus | undefined {
  return context.tasks?.status(task_id, context);
}

async function readOutput(
  input: TaskOutputInput,
  context: ToolUseContext,
  limit: number,
): Promise<ToolResult<TaskOutput, TaskOutputDetails>> {
  const { task_id: taskId, block = true, timeout = DEFAULT_WAIT_MS } = input;
  const waits = block && statusOf(input, context)?.state === 'running';
  if (waits) await context.tasks?.wait(taskId, Math.min(Math.max(timeout, 0), MAX_WAIT_MS), context.abortController.signal);
  const status = statusOf(input, context);
  if (!status) throw new Error(unknown(taskId));
  const { text, cut } = status.text === undefined ? await endOf(status.outputFile, limit) : tail(status.text, limit);
  context.tasks?.seen(taskId, context);
  const { state, type, description, exitCode, detail } = status;
  return {
    data: {
      retrieval_status: state !== 'running' ? 'success' : waits ? 'timeout' : 'not_ready',
      task: {
        task_id: taskId,
        task_type: type,
        status: state,
        description,
        output: text,
        ...(exitCode !== undefined && { exitCode }),
      },
    },
    details: { detail, ...(cut && { wholeIn: status.outputFile }) },
  };
}

/** The last part of a file, from the start of a line. Empty if there is no file, as for a running agent. */
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

function textOf({ retrieval_status: retrieval, task }: TaskOutput, { detail, wholeIn }: TaskOutputDetails): string {
  return [
    `<retrieval_status>${retrieval}</retrieval_status>`,
    `<task_id>${task.task_id}</task_id>`,
    `<task_type>${task.task_type}</task_type>`,
    `<status>${task.status}</status>`,
    ...(task.exitCode === undefined ? [] : [`<exit_code>${task.exitCode}</exit_code>`]),
    ...(detail === undefined ? [] : [`<detail>${contained(detail)}</detail>`]),
    `<output>\n${wholeIn === undefined ? '' : `[The end of it; the whole is in ${wholeIn}]\n`}${contained(task.output.trimEnd())}\n</output>`,
  ].join('\n');
}

/** Escapes output so that it can't close the element that contains it. */
function contained(text: string): string {
  return withoutOwnTags(text, ['retrieval_status', 'task_id', 'task_type', 'status', 'exit_code', 'detail', 'output']);
}

function present(stage: PresentStage<TaskOutput, TaskOutputDetails>): ToolView {
  const taskId = textField(stage.input, 'task_id');
  const view: ToolView = { kind: 'other', title: 'Task output', summary: oneLine(taskId, 80) };
  return presentStages(stage, view, ({ task }, { wholeIn }) => ({
    summary: oneLine(task.description),
    outcome: task.status,
    detail: { type: 'text', text: task.output, truncated: wholeIn !== undefined },
  }));
}
