import type { EventBody, NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { toolUseBlockSchema } from '#shared/session/content.ts';
import { spentUsd } from '#shared/session/spending.ts';
import type { SessionView } from '#shared/session/view.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { FreshStart } from '#main/tool/tool.ts';
import { dollars, limitText } from '#shared/model/dollars.ts';
import { priceOf } from '#shared/model/prices.ts';
import { Agent, type SessionServices } from '../agent.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { BackgroundCommands } from '../background/background-commands.ts';
import { SessionTasks } from '../background/session-tasks.ts';
import { mainAgentConfig } from './main-agent-config.ts';
import { PlanModeMemory } from './plan-mode.ts';
import { BUILT_IN_AGENTS } from '../sub-agents/built-in-definitions.ts';
import { SubAgents } from '../sub-agents/sub-agents.ts';
import { ThinkingMemory } from '../request/thinking-memory.ts';

export interface SessionAgentsOptions {
  readonly options: AgentSessionOptions;
  readonly view: SessionView;
  readonly append: (event: NewSessionEvent) => void;
  readonly setMode: (mode: PermissionMode, by: EventBody<'session.mode'>['by']) => void;
  /** Background work ended and the main agent hasn't been notified. */
  readonly onUnreported: () => void;
}

/** The agents of a session: the main agent, its sub-agents and background commands, with the state they share. */
export class SessionAgents {
  readonly main: Agent;
  readonly subAgents: SubAgents;
  readonly commands: BackgroundCommands;
  readonly planMode = new PlanModeMemory();
  /** Pending permission questions of all agents. */
  readonly queue = new AskQueue();
  readonly #append: (event: NewSessionEvent) => void;
  readonly #callIds = new Set<string>();
  /** What replaces the conversation before the next request. */
  #freshStart: FreshStart | undefined;

  constructor({ options, view, append, setMode, onUnreported }: SessionAgentsOptions) {
    this.#append = append;
    const services: SessionServices = {
      options,
      callIds: this.#callIds,
      thinking: new ThinkingMemory(options.env ?? process.env),
      append,
      setMode,
      overBudget: (model) => {
        const budget = options.maxBudgetUsd ?? view.budgetUsd;
        return budget === null ? undefined : overBudget(budget, spentUsd(view.spending), model);
      },
    };
    const config = mainAgentConfig(services, {
      view,
      queue: this.queue,
      agents: () => this.subAgents,
      tasks: () => tasks,
      onFreshStart: (start) => (this.#freshStart = start),
    });
    this.main = new Agent(services, config);
    this.subAgents = new SubAgents({
      services,
      view,
      main: config,
      definitions: options.agentDefinitions ?? (() => BUILT_IN_AGENTS),
      sessionContext: options.systemPrompt.context ?? '',
      onUnreported,
      beforeRequest: (agentId) => this.commands.tell(agentId),
    });
    this.commands = new BackgroundCommands({
      services,
      view,
      backgroundOf: (agentId) => this.subAgents.backgroundOf(agentId),
      onUnreported,
    });
    const tasks = new SessionTasks({ view, sessionDir: options.log.sessionDir, commands: this.commands, agents: this.subAgents });
  }

  apply(event: SessionEvent): void {
    this.main.apply(event);
    this.subAgents.apply(event);
    this.planMode.apply(event);
    if (event.type !== 'assistant.block') return;
    const toolUse = toolUseBlockSchema.safeParse(event.data.block);
    if (toolUse.success) this.#callIds.add(toolUse.data.id);
  }

  /** Whether background work has ended that the main agent doesn't know of. */
  get hasUnreported(): boolean {
    return this.subAgents.hasUnreported || this.commands.hasUnreported;
  }

  /** Appends reminders for the main agent's next request. */
  beforeRequest(): void {
    this.startAfresh();
    const { reminder } = this.planMode;
    if (reminder) this.#append(reminder);
    this.subAgents.tell(undefined);
    this.commands.tell(undefined);
  }

  /** Clears the main agent's conversation if a tool requested it. */
  startAfresh(): void {
    const start = this.#freshStart;
    this.#freshStart = undefined;
    if (start) this.main.compactor.startAfresh(start);
  }

  /** Settles pending questions that changed rules or settings now answer. */
  permissionsChanged(): void {
    this.main.calls.permissionsChanged();
    this.subAgents.permissionsChanged();
  }

  /** Stops sub-agents and background commands. */
  stopAll(): void {
    this.subAgents.interrupt();
    this.commands.stopAll();
  }
}

/** Why a budget (US dollars) allows no further request to `model`, as a message for the user; `undefined` when it does. */
export function overBudget(budgetUsd: number, spentUsd: number, model: string): string | undefined {
  if (!priceOf(model))
    return `The price of the model “${model}” isn’t known, so a budget of ${limitText(budgetUsd)} can’t be kept. Choose a model with a known price, or set no budget.`;
  if (spentUsd < budgetUsd) return undefined;
  return `The budget of ${limitText(budgetUsd)} is used up: this session has cost ${dollars(spentUsd)}. Set a higher budget to go on.`;
}
