import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentOutcome, SessionEvent } from '#shared/session/event.ts';
import type { AgentRow, SessionView } from '#shared/session/view.ts';
import { abortReasonOf } from '#main/executor/abort-reason.ts';
import { resolveModel } from '#main/model/aliases.ts';
import type { AgentReport, AgentService, AgentStart, AgentStatus, AgentTask } from '#main/tool/agents.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import type { AgentHousehold, AgentSeat } from '../agent.ts';
import type { TurnEnd } from '../turn-end.ts';
import { startableDefinition } from './choose-definition.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { lastWords } from './last-words.ts';
import { agentOutputFile, writeAgentOutput } from './output-file.ts';
import { AgentAborts, dispatched, RunningAgent } from './running-agent.ts';
import { subAgentPrompt } from './sub-agent-prompt.ts';
import { subAgentSeat } from './sub-agent-seat.ts';
import { MAX_AGENT_DEPTH } from './tool-access.ts';
import { endedSentence, taskNotification } from './task-notification.ts';

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
  readonly done: Promise<AgentReport>;
  stoppedBecause?: string;
}

/** The sub-agents of a session: those at work, and over the log all there ever were. */
export class SubAgents implements AgentService {
  readonly #options: SubAgentsOptions;
  readonly #running = new Map<string, Entry>();
  readonly #readFiles = new Map<string, ToolUseContext['readFileState']>();
  /** What agents in the background of the main one hang on: they outlive its turns. */
  #session = new AbortController();

  constructor(options: SubAgentsOptions) {
    this.#options = options;
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
    const { household, view } = this.#options;
    const { depth, agentId: parentAgentId } = context.agent;
    if (depth >= MAX_AGENT_DEPTH) throw new Error(`Agents may stand ${MAX_AGENT_DEPTH} deep at most. Do this part yourself.`);
    this.#assertPlace();
    const parentDefinition = parentAgentId === undefined ? undefined : this.#definitionOf(view.agents[parentAgentId]?.agentType ?? '');
    const definition = startableDefinition(task.agentType, this.#options.definitions(), parentDefinition);
    const agentId = `a${randomBytes(8).toString('hex')}`;
    const background = task.background || definition.background === true;
    const env = household.options.env ?? process.env;
    const model =
      household.options.client.kind === 'scripted'
        ? context.options.model
        : resolveModel(task.model ?? definition.model, context.options.model, env);
    household.append({
      type: 'agent.started',
      data: {
        parentCallId: context.toolUseId,
        ...(parentAgentId !== undefined && { parentAgentId }),
        agentType: definition.name,
        ...(task.name !== undefined && { name: task.name }),
        description: task.description,
        model,
        depth: depth + 1,
        background,
      },
      agentId,
    });
    const parentSignal = background ? this.backgroundOf(parentAgentId) : context.abortController.signal;
    const seat = this.#seatUnder(context, this.#rowOf(agentId), definition, new AgentAborts(parentSignal));
    const system = subAgentPrompt(
      definition,
      seat.seat.pool().map(({ name }) => name),
      this.#options.sessionContext,
    );
    household.append({ type: 'session.prompt', data: { system, sources: [] }, agentId });
    household.append(dispatched(agentId, task.prompt));
    const done = this.#run(agentId, definition, seat, background ? undefined : onProgress);
    if (!background) return { type: 'finished', report: await done };
    return {
      type: 'launched',
      agentId,
      agentType: definition.name,
      outputFile: agentOutputFile(household.options.log.sessionDir, agentId),
    };
  }

  send(to: string, message: string, context: ToolUseContext): Promise<{ readonly agentId: string; readonly resumed: boolean }> {
    try {
      return Promise.resolve(this.#send(to, message, context));
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  status(agentId: string): AgentStatus | undefined {
    const row = this.#options.view.agents[agentId];
    if (!row) return undefined;
    if (row.state === 'running') return { type: 'running', agentId, description: row.description };
    return { type: 'ended', description: row.description, report: this.#reportOf(row, row.state) };
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
    return this.#untold(undefined).length > 0;
  }

  /** The agent `by` has seen how this one ended. If it is the one that would be told, no message follows. */
  seen(agentId: string, by: string | undefined): void {
    if (this.#untold(by).some((row) => row.agentId === agentId))
      this.#options.household.append({ type: 'agent.reported', data: {}, agentId });
  }

  /** Tells an agent (`undefined`: the main one) how those it left in the background ended. */
  tell(parentAgentId: string | undefined): void {
    const { household } = this.#options;
    for (const row of this.#untold(parentAgentId)) {
      const { agentId, state, description } = row;
      if (state === 'running') continue;
      const report = this.#reportOf(row, state);
      const text = taskNotification(description, report, agentOutputFile(household.options.log.sessionDir, agentId));
      household.append(dispatched(parentAgentId, text, 'model'));
      household.append({ type: 'agent.reported', data: {}, agentId });
      if (parentAgentId !== undefined) continue;
      const level = state === 'failed' ? 'warning' : 'info';
      household.append({ type: 'notice', data: { level, text: `${endedSentence(description, report)}.`, action: 'none' } });
    }
  }

  #send(to: string, message: string, context: ToolUseContext): { readonly agentId: string; readonly resumed: boolean } {
    const { view, household } = this.#options;
    const row = view.agents[to] ?? Object.values(view.agents).findLast(({ name }) => name === to);
    if (!row) throw new Error(`There is no agent “${to}”. Give the id or the name of one that was started in this session.`);
    const { agentId } = row;
    if (agentId === context.agent.agentId) throw new Error('That is you.');
    const live = this.#running.get(agentId);
    if (live) {
      live.running.tell(message);
      return { agentId, resumed: false };
    }
    this.#assertPlace();
    const definition = this.#definitionOf(row.agentType);
    if (!definition) throw new Error(`The agent type “${row.agentType}” isn’t there any more, so this agent can’t go on. Start another.`);
    household.append({ type: 'agent.resumed', data: { background: true }, agentId });
    const aborts = new AgentAborts(this.#session.signal);
    const { base } = this.#parentSeat(row);
    const parent = { ...base, readFileState: this.#readFiles.get(agentId) ?? base.readFileState };
    const seat = this.#seatUnder(parent, this.#rowOf(agentId), definition, aborts);
    household.append(dispatched(agentId, message));
    void this.#run(agentId, definition, seat, undefined);
    return { agentId, resumed: true };
  }

  /** Rows whose end the agent should hear of: its own; the main one's also those whose parent is gone. */
  #untold(parentAgentId: string | undefined): AgentRow[] {
    return Object.values(this.#options.view.agents).filter((row) => {
      if (!row.untold || row.state === 'running') return false;
      const parent = row.parentAgentId !== undefined && this.#running.has(row.parentAgentId) ? row.parentAgentId : undefined;
      return parent === parentAgentId;
    });
  }

  #run(
    agentId: string,
    definition: AgentDefinition,
    { seat, aborts }: { readonly seat: AgentSeat; readonly aborts: AgentAborts },
    onProgress: OnProgress | undefined,
  ): Promise<AgentReport> {
    const { household } = this.#options;
    const beganAt = performance.now();
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
    const done = Promise.resolve()
      // SubagentStart hooks go here.
      .then(() => running.work())
      // SubagentStop hooks go here: they may give it more to do.
      .then((end) => this.#ended(agentId, end, Math.round(performance.now() - beganAt)));
    this.#running.set(agentId, { running, done });
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
    const row = this.#rowOf(agentId);
    const { tokens: totalTokens, calls: toolUses, background } = row;
    try {
      household.append({ type: 'agent.ended', data: { outcome, ...(error !== undefined && { error }), totalTokens, toolUses }, agentId });
      // Whoever stopped its dispatcher stopped it too, and knows.
      if (background && withParent) household.append({ type: 'agent.reported', data: {}, agentId });
    } catch {
      // The log is closed or full; that is said where the session's turn ends.
    }
    entry?.running.aborts.end();
    const report = { ...this.#reportOf(row, outcome), ...(error !== undefined && { error }), totalDurationMs: durationMs };
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

  #reportOf(row: AgentRow, outcome: AgentOutcome): AgentReport {
    const { agentId, agentType, error, tokens, calls, startedAt, endedAt = startedAt } = row;
    return {
      agentId,
      agentType,
      outcome,
      text: lastWords(this.#options.household.options.log.events, agentId),
      ...(error !== undefined && { error }),
      totalTokens: tokens,
      totalToolUseCount: calls,
      totalDurationMs: endedAt - startedAt,
    };
  }

  #seatUnder(
    parent: ToolUseContext,
    row: AgentRow,
    definition: AgentDefinition,
    aborts: AgentAborts,
  ): { readonly seat: AgentSeat; readonly aborts: AgentAborts } {
    const seat = subAgentSeat(this.#options.household, {
      parent,
      parentSeat: this.#parentSeat(row),
      row,
      definition,
      controller: aborts.controller,
    });
    return { seat, aborts };
  }

  /** The seat of the agent that started it, made anew when that one doesn't work any more. */
  #parentSeat({ parentAgentId }: AgentRow): AgentSeat {
    if (parentAgentId === undefined) return this.#options.main;
    const live = this.#running.get(parentAgentId);
    if (live) return live.running.seat;
    const row = this.#rowOf(parentAgentId);
    const definition = this.#definitionOf(row.agentType);
    if (!definition) throw new Error(`The agent type “${row.agentType}” isn’t there any more, so this agent can’t go on. Start another.`);
    return this.#seatUnder(this.#parentSeat(row).base, row, definition, new AgentAborts(this.#session.signal)).seat;
  }

  /** What the agent leaves in the background hangs on; the session's for the main one. */
  backgroundOf(agentId: string | undefined): AbortSignal {
    const entry = agentId === undefined ? undefined : this.#running.get(agentId);
    return entry?.running.aborts.background ?? this.#session.signal;
  }

  #definitionOf(agentType: string): AgentDefinition | undefined {
    return this.#options.definitions().find(({ name }) => name === agentType);
  }

  #rowOf(agentId: string): AgentRow {
    const row = this.#options.view.agents[agentId];
    if (!row) throw new Error(`The session knows no agent ${agentId}.`);
    return row;
  }

  #assertPlace(): void {
    if (this.#running.size >= MAX_AGENTS_AT_ONCE) {
      throw new Error(`${MAX_AGENTS_AT_ONCE} agents are at work, and there can be no more at once. Wait for one to end.`);
    }
  }
}

function outcomeOf({ outcome }: TurnEnd): AgentOutcome {
  switch (outcome) {
    case 'completed':
    case 'max_turns':
      return outcome;
    case 'interrupted':
      return 'stopped';
    default:
      return 'failed';
  }
}

function whyStopped(signal: AbortSignal): string {
  const reason = abortReasonOf(signal);
  switch (reason.type) {
    case 'interrupt':
      return 'The user stopped it.';
    case 'sibling':
      return `Another call of the same answer failed: ${reason.failed}.`;
    case 'send':
      return 'The user sent a new message and did not want to wait.';
    case 'discarded':
      return `It was stopped: ${reason.why}.`;
    case 'stopped':
      return 'A tool ended its own call, and with it everything beside it.';
  }
}
