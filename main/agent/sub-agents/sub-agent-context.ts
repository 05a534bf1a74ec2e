import type { PermissionMode } from '#shared/permission/mode.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { AppState, ToolUseContext } from '#main/tool/context.ts';
import { underParent } from './permission-ceiling.ts';

export interface SubAgentIdentity {
  readonly agentId: string;
  readonly agentType: string;
  readonly parentCallId: string;
  readonly background: boolean;
  readonly model: string;
  readonly permissionMode: PermissionMode | undefined;
  /** A child of the parent's, which it never aborts. */
  readonly abortController: AbortController;
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
}

/**
 * The context a sub-agent's calls start from, made of its parent's (SPEC T8). What the parent has read is copied, so neither learns of
 * the other's reads; the folder is the parent's and stays; permissions are the parent's or narrower, whenever they are asked for. The
 * session's state is out of reach for one in the background. Denial counts, results that were replaced and the conversation are folds
 * of the log by `agentId`: they begin empty.
 */
export function subAgentContext(parent: ToolUseContext, identity: SubAgentIdentity): ToolUseContext {
  const { agentId, agentType, parentCallId, background, model, permissionMode, abortController, todos, onTodos } = identity;
  const getAppState = (): AppState => ({ permission: underParent(parent.getAppState().permission, permissionMode), todos: todos() });
  const setTodos = (change: (state: AppState) => AppState): void => {
    const before = getAppState();
    const after = change(before);
    if (after.todos !== before.todos) onTodos(after.todos);
  };
  return {
    options: { tools: [], model, isNonInteractive: parent.options.isNonInteractive },
    session: parent.session,
    cwd: parent.cwd,
    agent: { agentId, agentType, parentCallId, depth: parent.agent.depth + 1 },
    abortController,
    toolUseId: '',
    readFileState: parent.readFileState.clone(),
    getAppState,
    setAppState: background ? () => undefined : (change) => parent.setAppState(change),
    setAppStateForTasks: setTodos,
    services: parent.services,
    ...(parent.agents && { agents: parent.agents }),
    ...(parent.tasks && { tasks: parent.tasks }),
  };
}
