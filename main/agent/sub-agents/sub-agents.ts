import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#shared/contract/app-error.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { AgentRow, SessionView } from '#shared/session/view.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { resolveModel } from '#main/model/aliases.ts';
import type { AgentReport, AgentService, AgentStart, AgentStatus, AgentTask } from '#main/tool/agents.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import type { AgentHousehold, AgentSeat } from '../agent.ts';
import type { TurnEnd } from '../turn-end.ts';
import { AgentReports } from './agent-reports.ts';
import { AgentSeats } from './agent-seats.ts';
import { startableDefinition } from './choose-definition.ts';
import { outcomeOf, whyStopped } from './how-it-ended.ts';
import { agentOutputFile, writeAgentOutput } from './output-file.ts';
import { AgentAborts, dispatched, RunningAgent } from './running-agent.ts';
import { subAgentPrompt } from './sub-agent-prompt.ts';
import { MAX_AGENT_DEPTH } from './tool-access.ts';
import { decideType } from './type-decision.ts';

/** Sub-agents of one session that may work at the same time. */
export const MAX_AGENTS_AT_ONCE = 20;

/** Agents that ended last, whose read files are kept in case they go on; each may hold 25 MB. */
const MAX_READ_STATES = 5;

export interface SubAgentsOptions {
  readonly household: AgentHousehold;
  readonly view: SessionView;
  readonly main: AgentSeat;
  readonly definitions: () => readonly AgentDefinition[];
  /** Environment and instruction files, as the system prompt has them. */
  readonly sessionContext: string;
  /** An agent in the background has ended and the main agent is to hear of it. */
  readonly onUntold: () => void;
  /** What else a sub-agent is to hear before its next request. */
  readonly beforeRequest: (agentId: string) => void;
}

interface Entry {
  readonly running: RunningAgent;
  /** As it was when the agent began: what it may do isn't widened by taking that away. */
  readonly definition: AgentDefinition;
  readonly done: Promise<AgentReport>;
  stoppedBecause?: string;
}

/** An agent that the log has as at work, and what it is to begin with. */
interface Beginning {
  readonly agentId: string;
  readonly parent: ToolUseContext;
  readonly definition: AgentDefinition;
  readonly aborts: AgentAborts;
  readonly onProgress?: OnProgress | undefined;
  /** What its conversation goes on with. */
  readonly opening: (seat: AgentSeat) => readonly NewSessionEvent[];
}

/** The sub-agents of a session: those at work, and over the log all there ever were. */
export class SubAgents implements AgentService {
  readonly #options: SubAgentsOptions;
  readonly #reports: AgentReports;
  readonly #seats: AgentSeats;
  readonly #running = new Map<string, Entry>();
  readonly #readFiles = new Map<string, ToolUseContext['readFileState']>();
  /** What agents in the background of the main one hang on: they outlive its turns. */
  #session = new AbortController();

  constructor(options: SubAgentsOptions) {
    this.#options = options;
    this.#reports = new AgentReports({ ...options, isAtWork: (agentId) => this.#running.has(agentId) });
    this.#seats = new AgentSeats({
      ...options,
      seatOf: (agentId) => this.#running.get(agentId)?.running.seat,
      session: () => this.#session.signal,
    });
  }

  apply(event: SessionEvent): void {
    for (const { running } of this.#running.values()) running.apply(event);
  }

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when none works any more. */
  async idle(): Promise<void> {
    while (this.busy) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  permissionsChanged(): void {
    for (const { running } of this.#running.values()) running.agent.room.permissionsChanged();
  }

  /** Stops those in the background; the others stop with the calls they run under. */
  interrupt(): void {
    const session = this.#session;
    this.#session = new AbortController();
    session.abort({ type: 'interrupt' });
  }

  async start(task: AgentTask, context: ToolUseContext, onProgress?: OnProgress): Promise<AgentStart> {
    const { household, sessionContext } = this.#options;
    const { depth, agentId: parentAgentId } = context.agent;
    if (depth >= MAX_AGENT_DEPTH) throw new Error(`Agents may stand ${MAX_AGENT_DEPTH} deep at most. Do this part yourself.`);
    this.#assertPlace();
    const definition = startableDefinition(task.agentType, this.#options.definitions(), this.#definitionOfAgent(parentAgentId));
    const agentId = `a${randomBytes(8).toString('hex')}`;
    const background = task.background || definition.background === true;
    household.append({
      type: 'agent.started',
      data: {
        parentCallId: context.toolUseId,
        ...(parentAgentId !== undefined && { parentAgentId }),
        agentType: definition.name,
        ...(task.name !== undefined && { name: task.name }),
        description: task.description,
        model: this.#modelFor(task, definition, context),
        depth: depth + 1,
        background,
      },
      agentId,
    });
    const done = this.#begin({
      agentId,
      parent: context,
      definition,
      aborts: new AgentAborts(background ? this.backgroundOf(parentAgentId) : context.abortController.signal),
      onProgress: background ? undefined : onProgress,
      opening: (seat) => {
        const toolNames = seat.pool().map(({ name }) => name);
        const system = subAgentPrompt(definition, toolNames, sessionContext);
        return [{ type: 'session.prompt', data: { system, sources: [] }, agentId }, dispatched(agentId, task.prompt)];
      },
    });
    if (!background) return { type: 'finished', report: await done };
    const outputFile = agentOutputFile(household.options.log.sessionDir, agentId);
    return { type: 'launched', agentId, agentType: definition.name, outputFile };
  }

  send(to: string, message: string, context: ToolUseContext): Promise<{ readonly agentId: string; readonly resumed: boolean }> {
    try {
      return Promise.resolve(this.#send(to, message, context));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * A person's word to one of the agents; its dispatcher hears how it ends, as always. Whether it had ended and goes on with it.
   * @throws AppError `not_found` for an unknown agent, `refused` where it can't go on.
   */
  sendFromPerson(agentId: string, text: string): boolean {
    const row = this.#seats.find(agentId);
    if (!row) throw new AppError('not_found', 'This session doesn’t have that agent.');
    const message: NewSessionEvent = {
      type: 'user.message',
      data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'prompt', visibility: 'both' },
      agentId,
    };
    try {
      return this.#deliver(row, message, () => {
        const { household, main, definitions } = this.#options;
        // A person's word is consent where rules ask; it is none against a rule that denies.
        if (decideType(row.agentType, household.options.permissionEngine, main.base.getAppState().permission) === 'deny')
          throw new Error(`The rules deny agents of the type “${row.agentType}”.`);
        return startableDefinition(row.agentType, definitions(), undefined);
      });
    } catch (error) {
      throw new AppError('refused', error instanceof Error ? error.message : String(error));
    }
  }

  status(agentId: string): AgentStatus | undefined {
    const row = this.#seats.find(agentId);
    return row && this.#reports.status(row);
  }

  async wait(agentId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const entry = this.#running.get(agentId);
    if (!entry) return;
    const enough = new AbortController();
    const timeout = sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => undefined);
    await Promise.race([entry.done, timeout]);
    enough.abort();
  }

  stop(agentId: string, why: string): boolean {
    const entry = this.#running.get(agentId);
    if (!entry) return false;
    entry.stoppedBecause = why;
    entry.running.aborts.stop({ type: 'discarded', why });
    return true;
  }

  /** Whether the main agent is to hear of agents in the background that have ended. */
  get hasUntold(): boolean {
    return this.#reports.untold(undefined).length > 0;
  }

  /** As `AgentReports.seen`. */
  seen(agentId: string, by: string | undefined): void {
    this.#reports.seen(agentId, by);
  }

  /** As `AgentReports.tell`. */
  tell(parentAgentId: string | undefined): void {
    this.#reports.tell(parentAgentId);
  }

  /** What the agent leaves in the background hangs on; the session's for the main one. */
  backgroundOf(agentId: string | undefined): AbortSignal {
    const entry = agentId === undefined ? undefined : this.#running.get(agentId);
    return entry?.running.aborts.background ?? this.#session.signal;
  }

  #send(to: string, message: string, context: ToolUseContext): { readonly agentId: string; readonly resumed: boolean } {
    const row = this.#seats.find(to) ?? Object.values(this.#options.view.agents).findLast(({ name }) => name === to);
    if (!row) throw new Error(`There is no agent “${to}”. Give the id or the name of one that was started in this session.`);
    const { agentId } = row;
    if (agentId === context.agent.agentId) throw new Error('That is you.');
    return { agentId, resumed: this.#deliver(row, dispatched(agentId, message), () => this.#definitionFor(row, context)) };
  }

  /** Whoever may not start an agent of this kind may not have one go on either. */
  #definitionFor({ agentType }: AgentRow, context: ToolUseContext): AgentDefinition {
    const { household, definitions } = this.#options;
    const definition = startableDefinition(agentType, definitions(), this.#definitionOfAgent(context.agent.agentId));
    if (decideType(agentType, household.options.permissionEngine, context.getAppState().permission) !== 'allow')
      throw new Error(`The rules don’t let an agent of the type “${agentType}” go on unasked.`);
    return definition;
  }

  /** Whether the agent had ended and goes on with it, in the background; `definitionFor` says as what, or throws when it may not. */
  #deliver(row: AgentRow, message: NewSessionEvent, definitionFor: () => AgentDefinition): boolean {
    const { agentId } = row;
    const live = this.#running.get(agentId);
    if (live) {
      live.running.tell(message);
      return false;
    }
    this.#assertPlace();
    this.#assertBegan(agentId);
    this.#seats.definitionOf(row);
    const definition = definitionFor();
    this.#options.household.append({ type: 'agent.resumed', data: { background: true }, agentId });
    const { base } = this.#seats.parentOf(row);
    void this.#begin({
      agentId,
      parent: { ...base, readFileState: this.#readFiles.get(agentId) ?? base.readFileState },
      definition,
      aborts: new AgentAborts(this.#session.signal),
      opening: () => [message],
    });
    return true;
  }

  /** Killed between its start and its first message, an agent has neither its instructions nor its task to go on with. */
  #assertBegan(agentId: string): void {
    const { events } = this.#options.household.options.log;
    if (!events.some((event) => event.agentId === agentId && event.type === 'user.message'))
      throw new Error('That agent was stopped before it had begun. Start a new one with the whole task.');
  }

  /** Puts an agent to work. @throws whatever keeps it from beginning; the log then has it as failed. */
  #begin({ agentId, parent, definition, aborts, onProgress, opening }: Beginning): Promise<AgentReport> {
    const { household } = this.#options;
    try {
      const seat = this.#seats.under(parent, this.#seats.row(agentId), definition, aborts);
      for (const event of opening(seat)) household.append(event);
      const running = new RunningAgent({
        household,
        seat,
        aborts,
        agentId,
        maxTurns: definition.maxTurns,
        onProgress,
        beforeRequest: () => {
          this.tell(agentId);
          this.#options.beforeRequest(agentId);
        },
      });
      return this.#run(agentId, running, definition);
    } catch (error) {
      aborts.end();
      const { tokens: totalTokens, calls: toolUses, background } = this.#seats.row(agentId);
      const why = error instanceof Error ? error.message : String(error);
      household.append({ type: 'agent.ended', data: { outcome: 'failed', error: why, totalTokens, toolUses }, agentId });
      // Whoever started it learns of it from what is thrown.
      if (background) household.append({ type: 'agent.reported', data: {}, agentId });
      throw error;
    }
  }

  #run(agentId: string, running: RunningAgent, definition: AgentDefinition): Promise<AgentReport> {
    const beganAt = performance.now();
    const done = Promise.resolve()
      .then(() => running.work())
      .then((end) => this.#ended(agentId, end, Math.round(performance.now() - beganAt)));
    this.#running.set(agentId, { running, definition, done });
    return done;
  }

  /** Never rejects: a session that can't be written any more has been stopped already. */
  #ended(agentId: string, end: TurnEnd, durationMs: number): AgentReport {
    const entry = this.#running.get(agentId);
    const { household } = this.#options;
    const { signal } = entry?.running.aborts.controller ?? new AbortController();
    const outcome = outcomeOf(end);
    const withParent = entry?.stoppedBecause === undefined && signal.aborted;
    const error = outcome === 'stopped' ? (entry?.stoppedBecause ?? whyStopped(signal)) : end.error;
    this.#running.delete(agentId);
    if (entry) this.#keepReadFiles(agentId, entry);
    const row = this.#seats.row(agentId);
    const { tokens: totalTokens, calls: toolUses, background } = row;
    try {
      household.append({ type: 'agent.ended', data: { outcome, ...(error !== undefined && { error }), totalTokens, toolUses }, agentId });
      // Whoever stopped its dispatcher stopped it too, and knows.
      if (background && withParent) household.append({ type: 'agent.reported', data: {}, agentId });
    } catch {
      // The log is closed or full; that is said where the session's turn ends.
    }
    entry?.running.aborts.end();
    const report = { ...this.#reports.of(row, outcome), ...(error !== undefined && { error }), totalDurationMs: durationMs };
    if (background) {
      writeAgentOutput(household.options.log.sessionDir, agentId, report.text);
      if (!withParent) this.#options.onUntold();
    }
    return report;
  }

  #keepReadFiles(agentId: string, { running }: Entry): void {
    this.#readFiles.delete(agentId);
    this.#readFiles.set(agentId, running.agent.room.readFileState);
    const [oldest] = this.#readFiles.keys();
    if (this.#readFiles.size > MAX_READ_STATES && oldest !== undefined) this.#readFiles.delete(oldest);
  }

  #modelFor(task: AgentTask, definition: AgentDefinition, context: ToolUseContext): string {
    const { client, env = process.env } = this.#options.household.options;
    if (client.kind === 'scripted') return context.options.model;
    return resolveModel(task.model ?? definition.model, context.options.model, env);
  }

  /** What an agent at work may start; `undefined`: the main one, which may start any. */
  #definitionOfAgent(agentId: string | undefined): AgentDefinition | undefined {
    if (agentId === undefined) return undefined;
    const entry = this.#running.get(agentId);
    if (!entry) throw new Error('The agent that asks for this has ended.');
    return entry.definition;
  }

  #assertPlace(): void {
    if (this.#running.size >= MAX_AGENTS_AT_ONCE) {
      throw new Error(`${MAX_AGENTS_AT_ONCE} agents are at work, and there can be no more at once. Wait for one to end.`);
    }
  }
}
