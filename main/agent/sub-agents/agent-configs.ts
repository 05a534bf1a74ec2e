import type { AgentRow } from '#shared/session/view.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { handlerFor, passOnTo } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import { ownServerTools } from '../session/tool-pools.ts';
import { coordinates, coordinatorScreen } from './coordinator-screen.ts';
import { AgentAborts } from './running-agent.ts';
import { subAgentContext } from './sub-agent-context.ts';
import { toolsForAgent } from './tool-access.ts';
import { skillEffort } from '../skills/skill-effort.ts';

export interface AgentConfigsOptions {
  readonly services: SessionServices;
  readonly main: AgentConfig;
  /** The configuration of a running agent; `undefined` if it isn't running. */
  readonly configOf: (agentId: string) => AgentConfig | undefined;
  /** Aborted with the session. */
  readonly session: () => AbortSignal;
}

/** Builds the configuration of sub-agents from the log and the current definitions. */
export class AgentConfigs {
  readonly #options: AgentConfigsOptions;

  constructor(options: AgentConfigsOptions) {
    this.#options = options;
  }

  /** @throws Error for an unknown agent. */
  row(agentId: string): AgentRow {
    const row = this.find(agentId);
    if (!row) throw new Error(`The session knows no agent ${agentId}.`);
    return row;
  }

  find(agentId: string): AgentRow | undefined {
    const { agents } = this.#options.services.view;
    return Object.hasOwn(agents, agentId) ? agents[agentId] : undefined;
  }

  definition(agentType: string): AgentDefinition | undefined {
    return this.#options.services.agentDefinitions().find(({ name }) => name === agentType);
  }

  /** @throws Error when its type no longer exists. */
  definitionOf({ agentType }: AgentRow): AgentDefinition {
    const definition = this.definition(agentType);
    if (!definition) throw new Error(`The agent type “${agentType}” isn’t there any more, so this agent can’t go on. Start another.`);
    return definition;
  }

  /** @param parent context of the call that starts the agent, or the base context of its parent's calls. */
  under(parent: ToolUseContext, row: AgentRow, definition: AgentDefinition, aborts: AgentAborts): AgentConfig {
    const { services } = this.#options;
    return subAgentConfig(services, { parent, parentConfig: this.parentOf(row), row, definition, controller: aborts.controller });
  }

  /** Configuration of the parent, rebuilt when it is no longer running. */
  parentOf({ parentAgentId }: AgentRow): AgentConfig {
    const { main, configOf, session } = this.#options;
    if (parentAgentId === undefined) return main;
    const live = configOf(parentAgentId);
    if (live) return live;
    const row = this.row(parentAgentId);
    return this.under(this.parentOf(row).base, row, this.definitionOf(row), new AgentAborts(session()));
  }
}

interface SubAgentOptions {
  /** Context of the call that starts the agent, or the base context of its parent's calls. */
  readonly parent: ToolUseContext;
  readonly parentConfig: AgentConfig;
  readonly row: AgentRow;
  readonly definition: AgentDefinition;
  readonly controller: AbortController;
}

/**
 * Configuration of a sub-agent. Its permission questions go to the automated checks first, since no user watches each call. If the main
 * agent started it, they are then queued for the user. A nested agent, or one whose definition says `bubble`, forwards them to its
 * parent, which handles them like its own. In coordinator mode the main agent looks at them first and may refuse. In every other case the
 * user answers and sees which agent asks.
 */
function subAgentConfig(services: SessionServices, { parent, parentConfig, row, definition, controller }: SubAgentOptions): AgentConfig {
  const { agentId, agentType, name, parentCallId, background, model, depth, worktree } = row;
  let todos = lastTodos(services.log.events, agentId);
  const base = subAgentContext(parent, {
    agentId,
    agentType,
    name,
    parentCallId,
    background,
    model,
    permissionMode: definition.permissionMode,
    worktree,
    abortController: controller,
    skillRules: () => services.skills.rulesFor(agentId),
    todos: () => todos,
    onTodos: (changed) => {
      todos = changed;
      services.append({ type: 'todos.updated', data: { todos: [...changed] }, agentId });
    },
  });
  const isWorker = coordinates(services.env);
  const asksDispatcher = isWorker || depth > 1 || definition.permissionMode === 'bubble';
  const queue = asksDispatcher ? new AskQueue() : parentConfig.queue;
  return {
    base,
    queue,
    handler: handlerFor(base.agent, {
      queue,
      ...(asksDispatcher && { askDispatcher: passOnTo(parentConfig.handler) }),
      ...(isWorker && { screen: coordinatorScreen(services, row) }),
    }),
    model: () => model,
    effort: () => skillEffort(services.view.skillsInUse, agentId) ?? row.effort ?? parentConfig.effort(),
    pool: () => {
      const { mode } = base.getAppState().permission;
      return toolsForAgent(parentConfig.pool(), ownServerTools(services, definition), { definition, depth, background, mode });
    },
    // What it writes is read from its own conversation in the log.
    frames: { push: (frame) => (isWriting(frame) ? undefined : services.frames.push(frame)) },
    scripted: { type: agentType, description: row.description },
  };
}

function isWriting({ type }: SessionFrame): boolean {
  return type === 'text' || type === 'call_input';
}

/** A sub-agent's final to-do list. */
function lastTodos(events: readonly SessionEvent[], agentId: string): readonly Todo[] {
  const last = events.findLast((event) => event.type === 'todos.updated' && event.agentId === agentId);
  return last?.type === 'todos.updated' ? last.data.todos : [];
}
