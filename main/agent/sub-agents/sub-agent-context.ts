import type { PermissionMode } from '#shared/permission/mode.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { AppState, ToolUseContext } from '#main/tool/tool.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';

/** Modes that allow nothing without asking that `default` doesn't. */
const NARROWER: ReadonlySet<PermissionMode> = new Set<PermissionMode>(['plan', 'dontAsk']);

/**
 * Permission context of a sub-agent: the parent's current rules, folders and mode. The definition's mode can only narrow `default`;
 * under any other parent mode it is ignored.
 */
export function underParent(parent: ToolPermissionContext, wanted: PermissionMode | undefined): ToolPermissionContext {
  if (wanted === undefined || parent.mode !== 'default' || !NARROWER.has(wanted)) return parent;
  return makePermissionContext({ ...parent, mode: wanted });
}

export interface SubAgentIdentity {
  readonly agentId: string;
  readonly agentType: string;
  readonly parentCallId: string;
  readonly background: boolean;
  readonly model: string;
  readonly permissionMode: PermissionMode | undefined;
  /** A child of the parent's controller; aborting it doesn't abort the parent. */
  readonly abortController: AbortController;
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
}

/**
 * Base context of a sub-agent's calls, derived from its parent's (SPEC T8). The read-file state is copied, so neither sees the other's
 * later reads. The working directory is the parent's and fixed. Permissions are the parent's current ones or narrower. A background
 * agent can't change session state. Denial counts, replaced results and the conversation are folds of the log by `agentId` and start
 * empty.
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
