import type { SessionFrame } from '#shared/session/frame.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { handlerFor, passOnTo } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { AgentConfig, SessionServices } from '../agent.ts';
import { subAgentContext } from './sub-agent-context.ts';
import { toolsForAgent } from './tool-access.ts';

export interface SubAgentOptions {
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
 * parent, which handles them like its own. In every case the user answers and sees which agent asks.
 */
export function subAgentConfig(
  services: SessionServices,
  { parent, parentConfig, row, definition, controller }: SubAgentOptions,
): AgentConfig {
  const { agentId, agentType, parentCallId, background, model, depth } = row;
  let todos = lastTodos(services.options.log.events, agentId);
  const base = subAgentContext(parent, {
    agentId,
    agentType,
    parentCallId,
    background,
    model,
    permissionMode: definition.permissionMode,
    abortController: controller,
    todos: () => todos,
    onTodos: (changed) => {
      todos = changed;
      services.append({ type: 'todos.updated', data: { todos: [...changed] }, agentId });
    },
  });
  const asksDispatcher = depth > 1 || definition.permissionMode === 'bubble';
  const queue = asksDispatcher ? new AskQueue() : parentConfig.queue;
  return {
    base,
    queue,
    handler: handlerFor(base.agent, { queue, ...(asksDispatcher && { askDispatcher: passOnTo(parentConfig.handler) }) }),
    model: () => model,
    pool: () => toolsForAgent(parentConfig.pool(), { definition, depth, background, mode: base.getAppState().permission.mode }),
    // Text is read from the agent's own conversation in the log.
    frames: { push: (frame) => (isText(frame) ? undefined : services.options.frames.push(frame)) },
    scripted: { type: agentType, description: row.description },
  };
}

function isText(frame: SessionFrame): boolean {
  return frame.type === 'text';
}

/** A sub-agent's final to-do list. */
function lastTodos(events: readonly SessionEvent[], agentId: string): readonly Todo[] {
  const last = events.findLast((event) => event.type === 'todos.updated' && event.agentId === agentId);
  return last?.type === 'todos.updated' ? last.data.todos : [];
}
