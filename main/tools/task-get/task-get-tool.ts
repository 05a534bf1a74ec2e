import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolUseContext } from '#main/tool/tool.ts';
import { blocksOf } from '#shared/session/task-changes.ts';
import { listedTaskSchema } from '#shared/session/task-list.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { hasTaskList } from '../listed-tasks.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({ taskId: z.string().describe('The number of the task') });

const outputSchema = z.object({
  task: listedTaskSchema
    .pick({ id: true, subject: true, description: true, status: true, blockedBy: true })
    .extend({ blocks: z.array(z.string()) })
    .nullable(),
});
type TaskGetOutput = z.infer<typeof outputSchema>;

const PROMPT = `Reads one task of the session's task list, with its whole description and the tasks it waits for or that wait for it. TaskList has the numbers.`;

export function createTaskGetTool(deps: ToolDeps) {
  const enabled = hasTaskList(deps);
  return buildTool<typeof inputSchema, TaskGetOutput, 'TaskGet'>({
    name: 'TaskGet',
    searchHint: 'read one task of the task list',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    isEnabled: () => enabled,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    prompt: () => PROMPT,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    toAutoClassifierInput: (input) => input.taskId,
    call: ({ taskId }, context) => Promise.resolve({ data: { task: read(taskId, context) } }),
    mapToolResultToToolResultBlockParam: ({ task }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: task === null ? 'Task not found' : taskText(task),
    }),
    wantsTo: () => 'read its task list',
    present,
  });
}

function read(taskId: string, context: ToolUseContext): TaskGetOutput['task'] {
  const { tasks } = context.getAppState().taskList;
  const task = tasks.find(({ id }) => id === taskId);
  if (!task) return null;
  const { id, subject, description, status, blockedBy } = task;
  return { id, subject, description, status, blocks: blocksOf(tasks, id), blockedBy };
}

function taskText({ id, subject, description, status, blocks, blockedBy }: NonNullable<TaskGetOutput['task']>): string {
  const numbers = (ids: readonly string[]) => ids.map((each) => `#${each}`).join(', ');
  return [
    `Task #${id}: ${subject}`,
    `Status: ${status}`,
    `Description: ${description}`,
    ...(blockedBy.length > 0 ? [`Blocked by: ${numbers(blockedBy)}`] : []),
    ...(blocks.length > 0 ? [`Blocks: ${numbers(blocks)}`] : []),
  ].join('\n');
}

function present(stage: PresentStage<TaskGetOutput>): ToolView {
  const taskId = textField(stage.input, 'taskId');
  const view: ToolView = { kind: 'todo', title: 'Read task', summary: oneLine(taskId === '' ? '' : `#${taskId}`) };
  return presentStages(stage, view, ({ task }) =>
    task === null
      ? { outcome: 'not found' }
      : { outcome: oneLine(task.subject, 60), detail: { type: 'text', text: taskText(task), truncated: false } },
  );
}
