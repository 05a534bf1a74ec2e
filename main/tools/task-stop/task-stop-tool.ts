import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { AGENT_ERRORS } from '#shared/session/agent-errors.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import { unknown } from '../task-output/task-output-tool.ts';

const inputSchema = z.strictObject({
  task_id: z.string().optional().describe('Id of a background command, agent or workflow'),
  shell_id: z.string().optional().describe('The former name of task_id'),
});
type TaskStopInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  message: z.string(),
  task_id: z.string(),
  /** `command`, `agent` or `workflow`. */
  task_type: z.string(),
  /** The task's description. */
  command: z.string(),
});
type TaskStopOutput = z.infer<typeof outputSchema>;

interface TaskStopDetails {
  /** Whether it was running. */
  readonly stopped: boolean;
}

const PROMPT = `Ends a background command, agent or workflow, by its id, with everything it started.

- Stop what you started and no longer need: servers, watchers, a command that waits for input.
- Its changes remain, and its output stays readable.`;

export function createTaskStopTool() {
  return buildTool<typeof inputSchema, TaskStopOutput, 'TaskStop', TaskStopDetails>({
    name: 'TaskStop',
    aliases: ['KillShell'],
    searchHint: 'end a background command or agent',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 10_000,
    prompt: () => PROMPT,
    toAutoClassifierInput: idOf,
    // It can only end something that passed the gate.
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    validateInput: (input, context) => Promise.resolve(check(input, context)),
    call: stop,
    mapToolResultToToolResultBlockParam: ({ message }, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: message }),
    wantsTo: (input) => `stop the task ${oneLine(textField(input, 'task_id') || textField(input, 'shell_id'), 80)}`,
    present,
  });
}

function idOf({ task_id, shell_id }: TaskStopInput): string {
  return task_id ?? shell_id ?? '';
}

function check(input: TaskStopInput, context: ToolUseContext): ValidationResult {
  const taskId = idOf(input);
  if (taskId === '') return { ok: false, message: AGENT_ERRORS.noTaskNamed };
  return context.tasks?.status(taskId, context) ? { ok: true } : { ok: false, message: unknown(taskId) };
}

async function stop(input: TaskStopInput, context: ToolUseContext): Promise<ToolResult<TaskStopOutput, TaskStopDetails>> {
  const taskId = idOf(input);
  const status = context.tasks?.status(taskId, context);
  if (!context.tasks || !status) throw new Error(unknown(taskId));
  const stopped = await context.tasks.stop(taskId, context);
  const command = oneLine(status.description);
  const message = stopped ? `Stopped task ${taskId} (${command}).` : `Task ${taskId} (${command}) had ended already.`;
  return { data: { message, task_id: taskId, task_type: status.type, command }, details: { stopped } };
}

function present(stage: PresentStage<TaskStopOutput, TaskStopDetails>): ToolView {
  const taskId = textField(stage.input, 'task_id') || textField(stage.input, 'shell_id');
  const view: ToolView = { kind: 'other', title: 'Stop task', summary: oneLine(taskId, 80) };
  return presentStages(stage, view, ({ command }, { stopped }) => ({ summary: command, outcome: stopped ? 'stopped' : 'had ended' }));
}
