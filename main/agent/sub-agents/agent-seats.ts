import type { AgentRow, SessionView } from '#shared/session/view.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { AgentHousehold, AgentSeat } from '../agent.ts';
import { AgentAborts } from './running-agent.ts';
import { subAgentSeat } from './sub-agent-seat.ts';

export interface AgentSeatsOptions {
  readonly household: AgentHousehold;
  readonly view: SessionView;
  readonly main: AgentSeat;
  readonly definitions: () => readonly AgentDefinition[];
  /** The seat of an agent that works; `undefined` for one that doesn't. */
  readonly seatOf: (agentId: string) => AgentSeat | undefined;
  /** What hangs on the session alone. */
  readonly session: () => AbortSignal;
}

/** Makes the seats of sub-agents out of the log and the definitions as they are now. */
export class AgentSeats {
  readonly #options: AgentSeatsOptions;

  constructor(options: AgentSeatsOptions) {
    this.#options = options;
  }

  /** @throws Error for an agent the session doesn't have. */
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

  /** @throws Error when its kind has been taken away. */
  definitionOf({ agentType }: AgentRow): AgentDefinition {
    const definition = this.definition(agentType);
    if (!definition) throw new Error(`The agent type “${agentType}” isn’t there any more, so this agent can’t go on. Start another.`);
    return definition;
  }

  /** @param parent the context of the call that starts the agent, or what its parent's calls start from. */
  under(parent: ToolUseContext, row: AgentRow, definition: AgentDefinition, aborts: AgentAborts): AgentSeat {
    const { household } = this.#options;
    return subAgentSeat(household, { parent, parentSeat: this.parentOf(row), row, definition, controller: aborts.controller });
  }

  /** The seat of the agent that started it, made anew when that one doesn't work any more. */
  parentOf({ parentAgentId }: AgentRow): AgentSeat {
    const { main, seatOf, session } = this.#options;
    if (parentAgentId === undefined) return main;
    const live = seatOf(parentAgentId);
    if (live) return live;
    const row = this.row(parentAgentId);
    return this.under(this.parentOf(row).base, row, this.definitionOf(row), new AgentAborts(session()));
  }
}
