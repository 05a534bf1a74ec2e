import { systemReminder } from '#main/tool/own-tags.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { toolUseBlockSchema } from '#shared/session/content.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { ElicitationService } from '#main/tool/services/elicitation.ts';
import type { ScheduleService } from '#main/tool/services/schedules.ts';
import type { TriggerService } from '#main/tool/services/triggers.ts';
import type { FreshStart } from '#main/tool/tool.ts';
import { Agent } from '../agent.ts';
import { provideJudges } from './hook-judges.ts';
import type { SessionServices } from './session-services.ts';
import { BackgroundCommands } from '../background/background-commands.ts';
import { SessionTasks } from '../background/session-tasks.ts';
import { mainAgentConfig } from './main-agent-config.ts';
import { PlanModeMemory } from './plan-mode.ts';
import { reminderEvent } from './prompt.ts';
import { SubAgents } from '../sub-agents/sub-agents.ts';
import { SessionWorkflows } from '../workflows/session-workflows.ts';

export interface SessionAgentsOptions {
  /** Gets the ids of all calls. */
  readonly callIds: Set<string>;
  readonly schedules: ScheduleService;
  readonly triggers: TriggerService;
  readonly elicitations: ElicitationService;
}

/** The agents of a session: the main agent, its sub-agents, background commands and workflows, with the state they share. */
export class SessionAgents {
  readonly main: Agent;
  readonly subAgents: SubAgents;
  readonly commands: BackgroundCommands;
  readonly workflows: SessionWorkflows;
  readonly planMode = new PlanModeMemory();
  /** Pending permission questions of all agents. */
  readonly queue = new AskQueue();
  readonly #services: SessionServices;
  readonly #callIds: Set<string>;
  /** What replaces the conversation before the next request. */
  #freshStart: FreshStart | undefined;

  constructor(services: SessionServices, { callIds, schedules, triggers, elicitations }: SessionAgentsOptions) {
    this.#services = services;
    this.#callIds = callIds;
    const config = mainAgentConfig(services, {
      queue: this.queue,
      agents: () => this.subAgents,
      tasks: () => tasks,
      workflows: () => this.workflows,
      schedules,
      triggers,
      elicitations,
      onFreshStart: (start) => (this.#freshStart = start),
    });
    this.main = new Agent(services, config);
    this.subAgents = new SubAgents({ services, main: config, beforeRequest: (agentId) => this.commands.report(agentId) });
    this.commands = new BackgroundCommands({ services, backgroundOf: (agentId) => this.subAgents.backgroundOf(agentId) });
    this.workflows = new SessionWorkflows({ services, agents: this.subAgents, background: () => this.subAgents.backgroundOf(undefined) });
    const { commands, subAgents, workflows } = this;
    const tasks = new SessionTasks({ services, commands, agents: subAgents, workflows });
    provideJudges(services, this);
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
    return (
      this.subAgents.hasUnreported ||
      this.commands.hasUnreported ||
      this.workflows.hasUnreported ||
      (this.#services.hooks?.wantsTurn ?? false)
    );
  }

  /** Whether a sub-agent or a workflow runs. */
  get inBackground(): boolean {
    return this.subAgents.busy || this.workflows.busy;
  }

  /** Appends reminders for the main agent's next request. */
  beforeRequest(): void {
    this.startAfresh();
    const { reminder } = this.planMode;
    if (reminder) this.#services.append(reminder);
    this.subAgents.report(undefined);
    this.commands.report(undefined);
    this.workflows.report();
    const problems = this.#services.toolServices.languages?.takeProblems();
    if (problems !== undefined) this.#services.append(problemsReminder(problems));
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

  /** Stops sub-agents, workflows and background commands. */
  stopAll(): void {
    this.subAgents.interrupt();
    this.commands.stopAll();
  }
}

/** What a language server reports can't close the tags. */
function problemsReminder(problems: string): NewSessionEvent {
  return reminderEvent(systemReminder(`A language server reports in files that were written:\n${problems}`));
}
