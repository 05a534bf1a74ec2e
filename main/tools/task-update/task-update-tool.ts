import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { hasTaskList, MAX_METADATA_CHARS, taskTextProblem } from '../listed-tasks.ts';
import { oneLine, presentStages, textField } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';
import { updateTask } from './update-task.ts';

const inputSchema = z.strictObject({
  taskId: z.string().describe('The number of the task'),
  subject: z.string().optional().describe('Replaces the subject'),
  description: z.string().optional().describe('Replaces the description'),
  activeForm: z.string().optional().describe('Replaces what is shown while it is in progress'),
  status: z.enum(['pending', 'in_progress', 'completed', 'deleted']).optional().describe('The new status; deleted removes it'),
  addBlocks: z.array(z.string()).optional().describe('Numbers of tasks that have to wait for this one'),
  addBlockedBy: z.array(z.string()).optional().describe('Numbers of tasks that have to be completed first'),
  owner: z.string().max(100).optional().describe('The name of the agent that works on it; empty: nobody'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Values to keep with it; null removes one'),
});

const outputSchema = z.object({
  success: z.boolean(),
  taskId: z.string(),
  updatedFields: z.array(z.string()),
  error: z.string().optional(),
  statusChange: z.object({ from: z.string(), to: z.string() }).optional(),
});
type TaskUpdateOutput = z.infer<typeof outputSchema>;

const PROMPT = `Changes one task of the session's task list.

- Set it to in_progress before you start it, and to completed as soon as it is done, not before: not while tests fail or a part is missing.
- addBlockedBy and addBlocks say which tasks have to be completed first. A task can't wait for itself, directly or through others.
- owner says which agent works on it. An agent with a name that starts a task without an owner becomes its owner.
- status deleted removes a task that is no longer needed.`;

export function createTaskUpdateTool(deps: ToolDeps) {
  const enabled = hasTaskList(deps);
  return buildTool<typeof inputSchema, TaskUpdateOutput, 'TaskUpdate'>({
    name: 'TaskUpdate',
    searchHint: 'change a task of the task list',
    inputSchema,
    outputSchema,
    shouldDefer: true,
    maxResultSizeChars: 100_000,
    isEnabled: () => enabled,
    prompt: () => PROMPT,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    toAutoClassifierInput: (input) => `#${input.taskId}${input.status === undefined ? '' : ` ${input.status}`}`,
    validateInput: (input) => {
      const problem = taskTextProblem(input);
      return Promise.resolve(problem === undefined ? { ok: true } : { ok: false, message: problem });
    },
    call: update,
    mapToolResultToToolResultBlockParam: ({ success, taskId, updatedFields, error }, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: success
        ? `Updated task #${taskId}${updatedFields.length === 0 ? ': it was already so' : ` ${updatedFields.join(', ')}`}`
        : (error ?? 'The task was not changed.'),
      ...(!success && { is_error: true }),
    }),
    present,
  });
}

async function update(input: z.output<typeof inputSchema>, context: ToolUseContext): Promise<ToolResult<TaskUpdateOutput>> {
  const { taskId } = input;
  const caller = context.agent.name;
  const attempt = () => updateTask(context.getAppState().taskList, input, caller);
  const refused = (error: string) => ({ data: { success: false, taskId, updatedFields: [], error }, isError: true });
  const planned = attempt();
  if (!planned.ok) return refused(planned.error);
  const task = planned.list.tasks.find(({ id }) => id === taskId);
  if (task?.metadata && JSON.stringify(task.metadata).length > MAX_METADATA_CHARS)
    return refused(`metadata may have ${MAX_METADATA_CHARS} characters of JSON at most.`);
  if (task && planned.status?.to === 'completed') {
    const refusal = await context.services.askTaskHooks?.('TaskCompleted', task, context);
    if (refusal !== undefined) return refused(`A hook didn’t let the task be completed: ${refusal}`);
  }
  // Another agent may have changed the list while hooks ran.
  const updated = attempt();
  if (!updated.ok) return refused(updated.error);
  context.setAppStateForTasks((state) => ({ ...state, taskList: updated.list }));
  const { fields, status } = updated;
  return { data: { success: true, taskId, updatedFields: [...fields], ...(status && { statusChange: status }) } };
}

function present(stage: PresentStage<TaskUpdateOutput>): ToolView {
  const { input } = stage;
  const taskId = textField(input, 'taskId');
  const what =
    textField(input, 'status').replace('_', ' ') ||
    textField(input, 'subject') ||
    textField(input, 'owner') ||
    [numbers('blocked by', input['addBlockedBy']), numbers('blocks', input['addBlocks'])].filter((part) => part !== '').join(', ');
  const view: ToolView = {
    kind: 'todo',
    title: 'Update task',
    summary: oneLine([taskId === '' ? '' : `#${taskId}`, what].filter((part) => part !== '').join(' ')),
    detail: { type: 'json', json: JSON.stringify(input, undefined, 2) },
  };
  return presentStages(stage, view, ({ success, updatedFields, error }) => ({
    // The summary says the new status.
    outcome: success ? changedFields(updatedFields) : oneLine(error ?? 'failed', 80),
  }));
}

function numbers(relation: string, tasks: unknown): string {
  return Array.isArray(tasks) && tasks.length > 0 ? `${relation} ${tasks.map((task) => `#${String(task)}`).join(', ')}` : '';
}

function changedFields(fields: readonly string[]): string {
  return fields.length === 0 ? 'unchanged' : fields.filter((field) => field !== 'status').join(', ');
}
