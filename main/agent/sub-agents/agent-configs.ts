import type { AgentRow, SessionView } from '#shared/session/view.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { SessionServices, AgentConfig } from '../agent.ts';
import { AgentAborts } from './running-agent.ts';
import { subAgentConfig } from './sub-agent-config.ts';

export interface AgentConfigsOptions {
  readonly services: SessionServices;
  readonly view: SessionView;
  readonly main: AgentConfig;
  readonly definitions: () => readonly AgentDefinition[];
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
    const { agents } = this.#options.view;
    return Object.hasOwn(agents, agentId) ? agents[agentId] : undefined;
  }

  definition(agentType: string): AgentDefinition | undefined {
    return this.#options.definitions().find(({ name }) => name === agentType);
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
