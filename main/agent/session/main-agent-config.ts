import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { SessionView } from '#shared/session/view.ts';
import { handlerFor } from '#main/permission/handlers.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { AgentService, TaskService, WorkflowService, AppState, FreshStart, ToolUseContext } from '#main/tool/tool.ts';
import type { ScheduleService } from '#main/tool/services/schedules.ts';
import type { ElicitationService } from '#main/tool/services/elicitation.ts';
import type { TriggerService } from '#main/tool/services/triggers.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { taskListChange } from '#shared/session/task-changes.ts';
import type { TaskList } from '#shared/session/task-list.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AgentConfig } from '../agent-services.ts';
import { coordinates } from '../sub-agents/coordinator-screen.ts';
import type { SessionServices } from './session-services.ts';
import { commandName } from '../background/task-notification.ts';
import { mainPool } from './tool-pools.ts';
import { skillEffort } from '../skills/skill-effort.ts';

interface AppStateSources {
  /** The current snapshot; replaced when settings, mode or rules change. */
  readonly permissionContext: () => ToolPermissionContext;
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
  readonly taskList: () => TaskList;
  readonly onTaskList: (after: TaskList) => void;
  readonly worktree: () => Worktree | null;
  readonly onWorktree: (worktree: Worktree | null) => void;
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
    const { permissionContext, todos, taskList, worktree } = this.#sources;
    return { permission: permissionContext(), todos: todos(), taskList: taskList(), worktree: worktree() ?? undefined };
  }

  /** Applies changes to todos, task list, worktree, permission mode and model-visible memory only. Rules and directories can't be changed here. */
  set(change: (state: AppState) => AppState): void {
    const before = this.get();
    const after = change(before);
    if (after.todos !== before.todos) this.#sources.onTodos(after.todos);
    if (after.taskList !== before.taskList) this.#sources.onTaskList(after.taskList);
    if (after.worktree !== before.worktree) this.#sources.onWorktree(after.worktree ?? null);
    if (after.permission.mode !== before.permission.mode) this.#sources.onMode(after.permission.mode);
    if (after.freshStart) this.#sources.onFreshStart(after.freshStart);
  }
}

export interface MainAgentOptions {
  readonly queue: AskQueue;
  /** A function, since sub-agents are created from this configuration. */
  readonly agents: () => AgentService;
  readonly tasks: () => TaskService;
  readonly workflows: () => WorkflowService;
  readonly schedules: ScheduleService;
  readonly triggers: TriggerService;
  readonly elicitations: ElicitationService;
  readonly onFreshStart: (start: FreshStart) => void;
}

export function mainAgentConfig(
  services: SessionServices,
  { queue, agents, tasks, workflows, schedules, triggers, elicitations, onFreshStart }: MainAgentOptions,
): AgentConfig {
  const { view, append, setMode } = services;
  const appState = new AppStateStore({
    permissionContext: services.permissionContext,
    todos: () => view.todos,
    onTodos: (todos) => append({ type: 'todos.updated', data: { todos: [...todos] } }),
    taskList: () => view.taskList,
    onTaskList: (after) => {
      const data = taskListChange(view.taskList, after);
      if (data) append({ type: 'task_list.changed', data: { put: [...data.put], deleted: [...data.deleted] } });
    },
    worktree: () => view.worktree,
    onWorktree: (worktree) => append({ type: 'session.worktree', data: { worktree } }),
    onMode: (mode) => setMode(mode, 'tool'),
    onFreshStart,
  });
  const agent = { depth: 0 } as const;
  const base: ToolUseContext = {
    options: { tools: [], model: services.model, isNonInteractive: services.isNonInteractive },
    get session() {
      return { sessionId: view.sessionId, sessionDir: services.log.sessionDir, projectDir: workingFolder(view) };
    },
    get cwd() {
      return workingFolder(view);
    },
    agent,
    abortController: new AbortController(),
    toolUseId: '',
    readFileState: new ReadFileState(),
    getAppState: () => appState.get(),
    setAppState: (change) => appState.set(change),
    setAppStateForTasks: (change) => appState.set(change),
    services: services.toolServices,
    schedules,
    triggers,
    elicitations,
    get agents() {
      return agents();
    },
    get tasks() {
      return tasks();
    },
    get workflows() {
      return workflows();
    },
  };
  return {
    base,
    queue,
    handler: handlerFor(agent, { queue, dispatches: coordinates(services.env) }),
    frames: services.frames,
    model: () => view.skillsInUse.findLast(({ agentId, model }) => agentId === undefined && model !== undefined)?.model ?? view.model,
    effort: () => skillEffort(view.skillsInUse, undefined) ?? view.effort,
    running: () => [...runningAgents(view), ...runningCommands(view), ...runningWorkflows(view)],
    pool: () => mainPool(services),
  };
}

/** The project folder, or what it is in the worktree that the session works in. */
export function workingFolder({ worktree, projectDir }: Pick<SessionView, 'worktree' | 'projectDir'>): string {
  return worktree?.projectDir ?? projectDir;
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

function runningWorkflows(view: SessionView): string[] {
  return Object.values(view.workflows)
    .filter(({ state }) => state === 'running')
    .map(({ runId, name, description }) => `the workflow ${name} (${runId}): ${description}`);
}
