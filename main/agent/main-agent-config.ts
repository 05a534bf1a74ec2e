import { agentLabel } from '#shared/session/fold-agents.ts';
import type { SessionView } from '#shared/session/view.ts';
import { handlerFor } from '#main/permission/handlers.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { AgentService } from '#main/tool/agents.ts';
import type { TaskService } from '#main/tool/tasks.ts';
import type { FreshStart, ToolUseContext } from '#main/tool/context.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import { assembleToolPool } from '#main/tool/registry.ts';
import type { SessionServices, AgentConfig } from './agent.ts';
import { AppStateStore } from './app-state.ts';
import { commandName } from './background/command-notification.ts';

export interface MainAgentOptions {
  readonly view: SessionView;
  readonly queue: AskQueue;
  /** A function, since sub-agents are created from this configuration. */
  readonly agents: () => AgentService;
  readonly tasks: () => TaskService;
  readonly onFreshStart: (start: FreshStart) => void;
}

export function mainAgentConfig(services: SessionServices, { view, queue, agents, tasks, onFreshStart }: MainAgentOptions): AgentConfig {
  const { options, append, setMode } = services;
  const appState = new AppStateStore({
    permissionContext: options.permissionContext,
    todos: () => view.todos,
    onTodos: (todos) => append({ type: 'todos.updated', data: { todos: [...todos] } }),
    onMode: (mode) => setMode(mode, 'tool'),
    onFreshStart,
  });
  const agent = { depth: 0 } as const;
  const base: ToolUseContext = {
    options: { tools: [], model: options.model, isNonInteractive: options.isNonInteractive },
    session: { sessionId: view.sessionId, sessionDir: options.log.sessionDir, projectDir: view.projectDir },
    cwd: view.projectDir,
    agent,
    abortController: new AbortController(),
    toolUseId: '',
    readFileState: new ReadFileState(),
    getAppState: () => appState.get(),
    setAppState: (change) => appState.set(change),
    setAppStateForTasks: (change) => appState.set(change),
    services: options.services,
    get agents() {
      return agents();
    },
    get tasks() {
      return tasks();
    },
  };
  return {
    base,
    queue,
    handler: handlerFor(agent, { queue }),
    frames: options.frames,
    model: () => view.model,
    running: () => [...runningAgents(view), ...runningCommands(view)],
    pool: () => fullPool(options),
  };
}

function runningAgents(view: SessionView): string[] {
  return Object.values(view.agents)
    .filter(({ state }) => state === 'running')
    .map((agent) => `the agent ${agentLabel(agent)} (${agent.agentId}): ${agent.description}`);
}

function runningCommands(view: SessionView): string[] {
  return Object.values(view.tasks)
    .filter(({ state }) => state === 'running')
    .map((task) => `the background command ${task.taskId}: ${commandName(task)} (output: ${task.outputFile})`);
}

/** Every tool that the current rules let the model know of, in the order they are sent. */
function fullPool({
  tools,
  mcpTools,
  permissionContext,
  permissionEngine,
}: SessionServices['options']): ReturnType<typeof assembleToolPool> {
  const permission = permissionContext();
  return assembleToolPool(
    tools.filter(({ isMcp }) => !isMcp),
    [...tools.filter(({ isMcp }) => isMcp), ...(mcpTools?.() ?? [])],
    { isHidden: (name) => permissionEngine.isHidden(name, permission) },
  );
}
