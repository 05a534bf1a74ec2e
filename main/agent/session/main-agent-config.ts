import { agentLabel } from '#shared/session/fold-agents.ts';
import type { SessionView } from '#shared/session/view.ts';
import { handlerFor } from '#main/permission/handlers.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { AgentService, TaskService, AppState, FreshStart, ToolUseContext } from '#main/tool/tool.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import { assembleToolPool } from '#main/tool/registry.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from './session-services.ts';
import { commandName } from '../background/task-notification.ts';

interface AppStateSources {
  /** The current snapshot; replaced when settings, mode or rules change. */
  readonly permissionContext: () => ToolPermissionContext;
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
  readonly onMode: (mode: PermissionMode) => void;
  readonly onFreshStart: (start: FreshStart) => void;
}

/** Session-wide state as tools see it. Stores nothing: reads go to the owners, changes become session events. */
class AppStateStore {
  readonly #sources: AppStateSources;

  constructor(sources: AppStateSources) {
    this.#sources = sources;
  }

  get(): AppState {
    return { permission: this.#sources.permissionContext(), todos: this.#sources.todos() };
  }

  /** Applies changes to todos, permission mode and model-visible memory only. Rules and directories can't be changed here. */
  set(change: (state: AppState) => AppState): void {
    const before = this.get();
    const after = change(before);
    if (after.todos !== before.todos) this.#sources.onTodos(after.todos);
    if (after.permission.mode !== before.permission.mode) this.#sources.onMode(after.permission.mode);
    if (after.freshStart) this.#sources.onFreshStart(after.freshStart);
  }
}

export interface MainAgentOptions {
  readonly queue: AskQueue;
  /** A function, since sub-agents are created from this configuration. */
  readonly agents: () => AgentService;
  readonly tasks: () => TaskService;
  readonly onFreshStart: (start: FreshStart) => void;
}

export function mainAgentConfig(services: SessionServices, { queue, agents, tasks, onFreshStart }: MainAgentOptions): AgentConfig {
  const { view, append, setMode } = services;
  const appState = new AppStateStore({
    permissionContext: services.permissionContext,
    todos: () => view.todos,
    onTodos: (todos) => append({ type: 'todos.updated', data: { todos: [...todos] } }),
    onMode: (mode) => setMode(mode, 'tool'),
    onFreshStart,
  });
  const agent = { depth: 0 } as const;
  const base: ToolUseContext = {
    options: { tools: [], model: services.model, isNonInteractive: services.isNonInteractive },
    session: { sessionId: view.sessionId, sessionDir: services.log.sessionDir, projectDir: view.projectDir },
    cwd: view.projectDir,
    agent,
    abortController: new AbortController(),
    toolUseId: '',
    readFileState: new ReadFileState(),
    getAppState: () => appState.get(),
    setAppState: (change) => appState.set(change),
    setAppStateForTasks: (change) => appState.set(change),
    services: services.toolServices,
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
    frames: services.frames,
    model: () => view.model,
    running: () => [...runningAgents(view), ...runningCommands(view)],
    pool: () => fullPool(services),
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
function fullPool({ tools, mcpTools, permissionContext, permissionEngine }: SessionServices): ReturnType<typeof assembleToolPool> {
  const permission = permissionContext();
  return assembleToolPool(
    tools.filter(({ isMcp }) => !isMcp),
    [...tools.filter(({ isMcp }) => isMcp), ...mcpTools()],
    { isHidden: (name) => permissionEngine.isHidden(name, permission) },
  );
}
