import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { AgentRow } from '#shared/session/view.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { JudgeQuestion } from '#main/hooks/hook-helpers.ts';
import { resolveModel } from '#main/model/resolve-model.ts';
import type { AgentService, OnProgress, ToolUseContext } from '#main/tool/tool.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { AgentStart, AgentStatus, AgentTask, DeletedTeam } from '#main/tool/services/agents.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import { agentOutputFile, AgentReports } from './agent-reports.ts';
import { AgentConfigs } from './agent-configs.ts';
import { agentWorktree, assertWorktree, tidyWorktree } from './agent-worktree.ts';
import { agentMessage, MAIN, MessagesToMain } from './messages-to-main.ts';
import { createTeam, deleteTeam } from './team.ts';
import { FORK } from './built-in-definitions.ts';
import { assertAllowedInWorkflow, decideType, MAX_AGENT_DEPTH, startableDefinition } from './tool-access.ts';
import { AgentAborts, dispatched } from './running-agent.ts';
import { askHookAgent } from './hook-agent.ts';
import { openingEvents } from './opening-events.ts';
import { assertBegan } from './assert-began.ts';
import { valueTool } from './value-tool.ts';
import { WorkingAgents } from './working-agents.ts';

export interface SubAgentsOptions {
  readonly services: SessionServices;
  readonly main: AgentConfig;
  /** Appends further reminders before a sub-agent's next request. */
  readonly beforeRequest: (agentId: string) => void;
}

/** Starts, messages and stops the sub-agents of a session. Running ones are in `WorkingAgents`, all of them in the log. */
export class SubAgents implements AgentService {
  readonly #options: SubAgentsOptions;
  readonly #reports: AgentReports;
  readonly #configs: AgentConfigs;
  readonly #working: WorkingAgents;
  readonly #toMain: MessagesToMain;
  /** Aborts the main agent's background agents, which outlive its turns. */
  #session = new AbortController();

  constructor(options: SubAgentsOptions) {
    this.#options = options;
    this.#toMain = new MessagesToMain(options.services);
    this.#working = new WorkingAgents({
      services: options.services,
      row: (agentId) => this.#configs.row(agentId),
      configFor: ({ agentId, parent, definition, aborts, value }) => {
        const config = this.#configs.under(parent, this.#configs.row(agentId), definition, aborts);
        if (!value) return config;
        const extra = valueTool(value);
        return { ...config, pool: () => [...config.pool(), extra] };
      },
      report: (row, outcome) => this.#reports.of(row, outcome),
      tidyWorktree: (row) => tidyWorktree(options.services, row),
      beforeRequest: (agentId) => {
        this.report(agentId);
        options.beforeRequest(agentId);
      },
    });
    this.#reports = new AgentReports(options.services, (agentId) => this.#working.has(agentId));
    this.#configs = new AgentConfigs({
      ...options,
      configOf: (agentId) => this.#working.configOf(agentId),
      session: () => this.#session.signal,
    });
  }

  apply(event: SessionEvent): void {
    this.#working.apply(event);
  }

  get busy(): boolean {
    return this.#working.any;
  }

  idle(): Promise<void> {
    return this.#working.idle();
  }

  permissionsChanged(): void {
    this.#working.permissionsChanged();
  }

  /** Stops background agents; the others stop with the calls they run under. */
  interrupt(): void {
    const session = this.#session;
    this.#session = new AbortController();
    session.abort({ type: 'interrupt' });
  }

  async start(task: AgentTask, context: ToolUseContext, onProgress?: OnProgress): Promise<AgentStart> {
    const { services } = this.#options;
    const { depth, agentId: parentAgentId } = context.agent;
    if (depth >= MAX_AGENT_DEPTH) throw new Error(`Agents may be nested ${MAX_AGENT_DEPTH} deep at most. Do this part yourself.`);
    this.#working.assertBelowLimit();
    const definition = startableDefinition(task.agentType, services.agentDefinitions(), this.#definitionOfAgent(parentAgentId));
    assertAllowedInWorkflow(task, services.permissionEngine, context.getAppState().permission);
    const forked = definition === FORK;
    if (forked && this.#definitionOfAgent(parentAgentId) === FORK)
      throw new Error('You are a fork yourself. Do this part yourself, or choose another type.');
    const agentId = `a${randomBytes(8).toString('hex')}`;
    // A member of a team works beside its leader.
    const team = parentAgentId === undefined && task.name !== undefined ? services.view.team?.name : undefined;
    const background = task.background || definition.background === true || team !== undefined || task.workflow !== undefined;
    // The script of a workflow waits for its agents.
    const isAwaited = !background || task.workflow !== undefined;
    const isolated = task.isolated === true || definition.isolation === 'worktree';
    const worktree = isolated ? await agentWorktree(services, agentId, context) : undefined;
    await this.#assertStillBelowLimit(worktree);
    services.append({
      type: 'agent.started',
      data: {
        parentCallId: context.toolUseId,
        ...(parentAgentId !== undefined && { parentAgentId }),
        agentType: definition.name,
        ...(task.name !== undefined && { name: task.name }),
        description: task.description,
        // Another model could not use the thinking blocks of the conversation, nor its cache.
        model: forked ? context.options.model : this.#modelFor(task, definition, context),
        ...(!forked && definition.effort !== undefined && { effort: definition.effort }),
        depth: depth + 1,
        background,
        ...(team !== undefined && { team }),
        ...(worktree && { worktree }),
        ...(forked && { forked }),
        ...(task.workflow && { workflow: task.workflow }),
      },
      agentId,
    });
    if (task.skill) services.append({ type: 'skill.used', data: task.skill, agentId });
    const done = this.#working.begin({
      agentId,
      parent: context,
      definition,
      aborts: new AgentAborts(isAwaited ? context.abortController.signal : this.backgroundOf(parentAgentId)),
      onProgress: background ? undefined : onProgress,
      value: task.value,
      opening: (config) => openingEvents(services, config, { agentId, task, definition, worktree }),
    });
    if (isAwaited) return { type: 'finished', report: await done };
    const outputFile = agentOutputFile(services.log.sessionDir, agentId);
    return { type: 'launched', agentId, agentType: definition.name, model: this.#configs.row(agentId).model, outputFile };
  }

  check(question: JudgeQuestion): Promise<string> {
    return askHookAgent(question, { ...this.#options, working: this.#working });
  }

  send(to: string, message: string, context: ToolUseContext): Promise<{ readonly agentId: string; readonly resumed: boolean }> {
    try {
      return Promise.resolve(this.#send(to, message, context));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * Sends the user's message to a sub-agent; its parent is notified of the end as always.
   * @returns whether the agent had ended and is resumed.
   * @throws AppError `not_found` for an unknown agent, `refused` where it can't be resumed.
   */
  sendFromPerson(agentId: string, text: string): boolean {
    const row = this.#configs.find(agentId);
    if (!row) throw new AppError('not_found', 'This session doesn’t have that agent.');
    const message: NewSessionEvent = {
      type: 'user.message',
      data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'prompt', visibility: 'both' },
      agentId,
    };
    try {
      return this.#deliver(row, message, () => {
        const { services, main } = this.#options;
        // The user's message is consent where rules ask, but doesn't override a deny rule.
        if (decideType(row.agentType, services.permissionEngine, main.base.getAppState().permission) === 'deny')
          throw new Error(`The rules deny agents of the type “${row.agentType}”.`);
        return startableDefinition(row.agentType, services.agentDefinitions(), undefined);
      });
    } catch (error) {
      throw new AppError('refused', errorMessage(error));
    }
  }

  status(agentId: string): AgentStatus | undefined {
    const row = this.#configs.find(agentId);
    return row && this.#reports.status(row);
  }

  wait(agentId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    return this.#working.wait(agentId, timeoutMs, signal);
  }

  stop(agentId: string, why: string): boolean {
    return this.#working.stop(agentId, why);
  }

  /** Whether background agents ended that the main agent doesn't know of, or sent it messages that it hasn't read. */
  get hasUnreported(): boolean {
    return this.#toMain.any || this.#reports.unreported(undefined).length > 0;
  }

  seen(agentId: string, by: string | undefined): void {
    this.#reports.seen(agentId, by);
  }

  /** As `AgentReports.report`; the main agent also gets its messages. */
  report(parentAgentId: string | undefined): void {
    if (parentAgentId === undefined) this.#toMain.deliver();
    this.#reports.report(parentAgentId);
  }

  /** Aborts the background agents of this agent; for the main one, the session's signal. */
  backgroundOf(agentId: string | undefined): AbortSignal {
    return (agentId === undefined ? undefined : this.#working.backgroundOf(agentId)) ?? this.#session.signal;
  }

  #send(to: string, message: string, context: ToolUseContext): { readonly agentId: string; readonly resumed: boolean } {
    const sender = context.agent.agentId === undefined ? undefined : this.#configs.row(context.agent.agentId);
    if (to === MAIN) {
      if (!sender) throw new Error('That is you.');
      this.#toMain.add(message, sender);
      return { agentId: MAIN, resumed: false };
    }
    const row = this.#configs.find(to) ?? Object.values(this.#options.services.view.agents).findLast(({ name }) => name === to);
    if (!row) throw new Error(`There is no agent “${to}”. Give the id or the name of one that was started in this session.`);
    const { agentId } = row;
    if (agentId === context.agent.agentId) throw new Error('That is you.');
    return {
      agentId,
      resumed: this.#deliver(row, dispatched(agentId, sender ? agentMessage(message, sender) : message), () =>
        this.#definitionFor(row, context),
      ),
    };
  }

  /** Others may have started while the worktree was made. */
  async #assertStillBelowLimit(worktree: Worktree | undefined): Promise<void> {
    try {
      this.#working.assertBelowLimit();
    } catch (error) {
      await tidyWorktree(this.#options.services, { worktree });
      throw error;
    }
  }

  createTeam(name: string, description: string | undefined): void {
    createTeam(this.#options.services, name, description);
  }

  deleteTeam(): DeletedTeam {
    return deleteTeam(this.#options.services, (agentId) => this.#working.stop(agentId, 'its team was deleted'));
  }

  /** An agent that may not start this type may not resume it either. */
  #definitionFor({ agentType }: AgentRow, context: ToolUseContext): AgentDefinition {
    const { services } = this.#options;
    const definition = startableDefinition(agentType, services.agentDefinitions(), this.#definitionOfAgent(context.agent.agentId));
    if (decideType(agentType, services.permissionEngine, context.getAppState().permission) !== 'allow')
      throw new Error(`The rules don’t let an agent of the type “${agentType}” go on unasked.`);
    return definition;
  }

  /** Delivers a message. Returns whether the agent had ended and is resumed in the background. `definitionFor` throws if it may not be. */
  #deliver(row: AgentRow, message: NewSessionEvent, definitionFor: () => AgentDefinition): boolean {
    const { agentId } = row;
    if (this.#working.deliver(agentId, message)) return false;
    this.#working.assertBelowLimit();
    assertBegan(this.#options.services.log.events, agentId);
    assertWorktree(row);
    this.#configs.definitionOf(row);
    const definition = definitionFor();
    this.#options.services.append({ type: 'agent.resumed', data: { background: true }, agentId });
    const { base } = this.#configs.parentOf(row);
    void this.#working.begin({
      agentId,
      parent: { ...base, readFileState: this.#working.readFilesOf(agentId) ?? base.readFileState },
      definition,
      aborts: new AgentAborts(this.#session.signal),
      opening: () => [message],
    });
    return true;
  }

  #modelFor(task: AgentTask, definition: AgentDefinition, { options: { model } }: ToolUseContext): string {
    const { client, env } = this.#options.services;
    return client.kind === 'scripted' ? model : resolveModel(task.model ?? definition.model, model, env);
  }

  /** Definition of a running agent, which limits what it may start; `undefined`: the main one, which may start any type. */
  #definitionOfAgent(agentId: string | undefined): AgentDefinition | undefined {
    if (agentId === undefined) return undefined;
    const definition = this.#working.definitionOf(agentId);
    if (!definition) throw new Error('The agent that asks for this has ended.');
    return definition;
  }
}
