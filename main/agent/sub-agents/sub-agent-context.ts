import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';
import type { Worktree } from '#shared/session/worktree.ts';
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

/** The parent's permission context with the worktree in place of the project folder. Kept while the parent's stays the same, as it is read often. */
function movedTo({ projectDir }: Worktree): (parent: ToolPermissionContext) => ToolPermissionContext {
  let latest: { readonly parent: ToolPermissionContext; readonly moved: ToolPermissionContext } | undefined;
  return (parent) => {
    if (latest?.parent !== parent) {
      const moved = makePermissionContext({ ...parent, projectDir, settingsDir: parent.settingsDir ?? parent.projectDir });
      latest = { parent, moved };
    }
    return latest.moved;
  };
}

/** The context with further rules. Kept for the same rules, as it is read often. */
function withRules(context: ToolPermissionContext, rules: readonly RuleEntry[]): ToolPermissionContext {
  if (rules.length === 0) return context;
  const kept = extended.get(context);
  if (kept?.rules === rules) return kept.context;
  const made = makePermissionContext({ ...context, rules: [...context.rules, ...rules] });
  extended.set(context, { rules, context: made });
  return made;
}

const extended = new WeakMap<ToolPermissionContext, { readonly rules: readonly RuleEntry[]; readonly context: ToolPermissionContext }>();

export interface SubAgentIdentity {
  readonly agentId: string;
  readonly agentType: string;
  readonly name: string | undefined;
  readonly parentCallId: string;
  readonly background: boolean;
  readonly model: string;
  readonly permissionMode: PermissionMode | undefined;
  readonly worktree: Worktree | undefined;
  /** A child of the parent's controller; aborting it doesn't abort the parent. */
  readonly abortController: AbortController;
  /** Rules of the skills it uses. */
  readonly skillRules: () => readonly RuleEntry[];
  readonly todos: () => readonly Todo[];
  readonly onTodos: (todos: readonly Todo[]) => void;
}

/**
 * Base context of a sub-agent's calls, derived from its parent's (SPEC T8). The read-file state is copied, so neither sees the other's
 * later reads. The working directory is the parent's, or the agent's own worktree, and fixed. Permissions are the parent's current ones or narrower. A background
 * agent can't change session state, except for the task list, which all agents share. Denial counts, replaced results and the conversation are folds of the log by `agentId` and start
 * empty.
 */
export function subAgentContext(parent: ToolUseContext, identity: SubAgentIdentity): ToolUseContext {
  const {
    agentId,
    agentType,
    name,
    parentCallId,
    background,
    model,
    permissionMode,
    worktree,
    abortController,
    skillRules,
    todos,
    onTodos,
  } = identity;
  const permissionIn = worktree ? movedTo(worktree) : (permission: ToolPermissionContext) => permission;
  const getAppState = (): AppState => {
    const { permission, taskList } = parent.getAppState();
    return { permission: withRules(underParent(permissionIn(permission), permissionMode), skillRules()), todos: todos(), taskList };
  };
  const setTodos = (change: (state: AppState) => AppState): void => {
    const before = getAppState();
    const after = change(before);
    if (after.todos !== before.todos) onTodos(after.todos);
    const { taskList } = after;
    if (taskList !== before.taskList) parent.setAppStateForTasks((state) => ({ ...state, taskList }));
  };
  return {
    options: { tools: [], model, isNonInteractive: parent.options.isNonInteractive },
    session: worktree ? { ...parent.session, projectDir: worktree.projectDir } : parent.session,
    cwd: worktree?.projectDir ?? parent.cwd,
    agent: { agentId, agentType, ...(name !== undefined && { name }), parentCallId, depth: parent.agent.depth + 1 },
    abortController,
    toolUseId: '',
    readFileState: parent.readFileState.clone(),
    getAppState,
    setAppState: background ? () => undefined : (change) => parent.setAppState(change),
    setAppStateForTasks: setTodos,
    // Rules name files of the project; in a worktree they mean its copies.
    services: worktree
      ? {
          ...parent.services,
          mayRead: (path, permission = getAppState().permission, realPath) => parent.services.mayRead(path, permission, realPath),
        }
      : parent.services,
    ...(parent.agents && { agents: parent.agents }),
    ...(parent.tasks && { tasks: parent.tasks }),
    ...(parent.elicitations && { elicitations: parent.elicitations }),
  };
}
