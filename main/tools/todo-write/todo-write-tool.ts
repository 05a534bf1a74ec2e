import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { todoSchema, type ToolView } from '#shared/session/tool-view.ts';
import type { PresentStage } from '#main/tool/tool.ts';
import { hasTaskList } from '../listed-tasks.ts';
import { counted } from '../present-call.ts';
import type { ToolDeps } from '../tool-deps.ts';

const inputSchema = z.strictObject({
  todos: z.array(todoSchema.strict()).describe('The whole list as it is now'),
});

const outputSchema = z.object({ oldTodos: z.array(todoSchema), newTodos: z.array(todoSchema) });
type TodoWriteOutput = z.infer<typeof outputSchema>;

const PROMPT = `Keeps a list of the steps of the current task, which the user sees.

- Use it for work of three steps or more, or when the user names several things to do; not for a single simple one.
- Send the whole list each time. Each item has content ("Run the tests"), activeForm ("Running the tests") and status.
- Exactly one item is in_progress while you work on it; mark it completed as soon as it is done, not before.`;

/** Offered where there is no task list. */
export function createTodoWriteTool(deps: Pick<ToolDeps, 'env'>) {
  const enabled = !hasTaskList(deps);
  return buildTool<typeof inputSchema, TodoWriteOutput, 'TodoWrite'>({
    name: 'TodoWrite',
    searchHint: 'keep a task list, track progress',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    isEnabled: () => enabled,
    prompt: () => PROMPT,
    checkPermissions: () => Promise.resolve({ behavior: 'allow' }),
    toAutoClassifierInput: (input) => counted(input.todos.length, 'item'),
    call: (input, context) => {
      const oldTodos = context.getAppState().todos;
      context.setAppStateForTasks((state) => ({ ...state, todos: input.todos }));
      return Promise.resolve({ data: { oldTodos: [...oldTodos], newTodos: input.todos } });
    },
    mapToolResultToToolResultBlockParam: (_, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: 'Todos have been modified successfully. Keep the list up to date as you go on with the task.',
    }),
    present,
  });
}

function present(stage: PresentStage<TodoWriteOutput>): ToolView {
  const parsed = z.object({ todos: z.array(todoSchema) }).safeParse(stage.input);
  const todos = parsed.success ? parsed.data.todos : [];
  const done = todos.filter((todo) => todo.status === 'completed').length;
  const active = todos.find((todo) => todo.status === 'in_progress');
  const view: ToolView = {
    kind: 'todo',
    title: 'Update tasks',
    summary: active?.activeForm ?? counted(todos.length, 'task'),
    outcome: `${String(done)} of ${String(todos.length)} done`,
    detail: { type: 'todos', todos },
  };
  if (stage.stage === 'rejection') return { ...view, outcome: 'denied' };
  if (stage.stage === 'error') return { ...view, outcome: 'failed', detail: { type: 'text', text: stage.message, truncated: false } };
  return view;
}
