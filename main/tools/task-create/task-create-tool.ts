import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { ListedTask } from '#shared/session/task-list.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { hasTaskList, MAX_TASKS, taskTextProblem } from '../listed-tasks.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({
  subject: z.string().describe('What has to be done, in a few words: "Run the tests"'),
  description: z.string().describe('What belongs to it, and how to tell that it is done'),
  activeForm: z.string().optional().describe('Shown while it is in progress: "Running the tests"'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Any further values to keep with it'),
});

const outputSchema = z.object({ task: z.object({ id: z.string(), subject: z.string(), description: z.string() }) });
type TaskCreateOutput = z.infer<typeof outputSchema>;

const PROMPT = `Adds a task to the session's task list, which the user sees and all agents of the session share.

- Use it for work of three steps or more, or when the user names several things to do; not for a single simple one.
- One call for each task. It starts as pending and without an owner.
- Say with TaskUpdate when you start it, when it is done, and which tasks wait for which.`;

export function createTaskCreateTool(deps: ToolDeps) {
  const enabled = hasTaskList(deps);
  return buildTool<typeof inputSchema, TaskCreateOutput, 'TaskCreate'>({
    name: 'TaskCreate',
    searchHint: 'add a task to the task list',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    isEnabled: () => enabled,
    prompt: () => PROMPT,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    toAutoClassifierInput: (input) => input.subject,
    validateInput: (input, context) => Promise.resolve(checked(taskTextProblem(input) ?? fullProblem(context))),
    call: create,
    mapToolResultToToolResultBlockParam: ({ task }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: `Task #${task.id} created successfully: ${task.subject}`,
    }),
    present,
  });
}

function checked(problem: string | undefined) {
  return problem === undefined ? ({ ok: true } as const) : ({ ok: false, message: problem } as const);
}

function fullProblem(context: ToolUseContext): string | undefined {
  if (context.getAppState().taskList.tasks.length < MAX_TASKS) return undefined;
  return `The task list has ${MAX_TASKS} tasks, and can’t have more. Delete some with TaskUpdate.`;
}

async function create(input: z.output<typeof inputSchema>, context: ToolUseContext): Promise<ToolResult<TaskCreateOutput>> {
  const { subject, description, activeForm, metadata } = input;
  const id = String(context.getAppState().taskList.lastId + 1);
  const task: ListedTask = {
    id,
    subject: subject.trim(),
    description,
    ...(activeForm !== undefined && { activeForm }),
    ...(metadata && { metadata }),
    status: 'pending',
    blockedBy: [],
  };
  context.setAppStateForTasks((state) => ({
    ...state,
    taskList: { tasks: [...state.taskList.tasks, task], lastId: state.taskList.lastId + 1 },
  }));
  const refusal = await context.services.askTaskHooks?.('TaskCreated', task, context);
  if (refusal !== undefined) {
    context.setAppStateForTasks((state) => ({
      ...state,
      taskList: { ...state.taskList, tasks: state.taskList.tasks.filter((other) => other.id !== id) },
    }));
    throw new Error(`A hook didn’t let the task be created: ${refusal}`);
  }
  return { data: { task: { id, subject: task.subject, description } } };
}

function present(stage: PresentStage<TaskCreateOutput>): ToolView {
  const { input } = stage;
  const view: ToolView = {
    kind: 'todo',
    title: 'Add task',
    summary: oneLine(textField(input, 'subject')),
    detail: { type: 'text', text: textField(input, 'description'), truncated: false },
  };
  return presentStages(stage, view, ({ task }) => ({ outcome: `#${task.id}` }));
}
