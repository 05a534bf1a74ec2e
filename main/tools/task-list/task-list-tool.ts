import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import { openBlockers } from '#shared/session/task-changes.ts';
import { listedTaskSchema } from '#shared/session/task-list.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { hasTaskList, taskLine, taskSteps } from '../listed-tasks.ts';
import { counted, presentStages } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({});

const outputSchema = z.object({
  /** `blockedBy` names only tasks that are not completed yet. */
  tasks: z.array(listedTaskSchema.pick({ id: true, subject: true, status: true, owner: true, blockedBy: true })),
});
type TaskListOutput = z.infer<typeof outputSchema>;

const PROMPT = `Lists all tasks of the session's task list: number, status, subject, owner, and the open tasks that each waits for.

- Look here for what to do next: a pending task without an owner that nothing blocks. Prefer lower numbers.
- TaskGet has a task's description.`;

export function createTaskListTool(deps: ToolDeps) {
  const enabled = hasTaskList(deps);
  return buildTool<typeof inputSchema, TaskListOutput, 'TaskList'>({
    name: 'TaskList',
    searchHint: 'list the tasks of the task list',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    isEnabled: () => enabled,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    prompt: () => PROMPT,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    toAutoClassifierInput: () => 'the task list',
    call: (_, context) => {
      const { tasks } = context.getAppState().taskList;
      const listed = tasks.map((task) => {
        const { id, subject, status, owner } = task;
        return { id, subject, status, ...(owner !== undefined && { owner }), blockedBy: openBlockers(tasks, task) };
      });
      return Promise.resolve({ data: { tasks: listed } });
    },
    mapToolResultToToolResultBlockParam: ({ tasks }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: tasks.length === 0 ? 'No tasks found' : tasks.map(taskLine).join('\n'),
    }),
    wantsTo: () => 'read its task list',
    present,
  });
}

function present(stage: PresentStage<TaskListOutput>): ToolView {
  const view: ToolView = { kind: 'todo', title: 'List tasks', summary: '' };
  return presentStages(stage, view, ({ tasks }) => ({
    outcome: `${String(tasks.filter(({ status }) => status === 'completed').length)} of ${counted(tasks.length, 'task')} done`,
    detail: taskSteps(tasks),
  }));
}
