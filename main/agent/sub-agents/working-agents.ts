import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { AgentOutcome } from '#shared/session/task-outcomes.ts';
import type { AgentRow } from '#shared/session/view.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { AgentReport, WantedValue } from '#main/tool/services/agents.ts';
import type { OnProgress, ToolUseContext } from '#main/tool/tool.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { TurnEnd } from '../turn/turn-end.ts';
import { outcomeOf, whyStopped, writeAgentOutput } from './agent-reports.ts';
import { type AgentAborts, RunningAgent } from './running-agent.ts';
import { NO_VALUE_YET } from './value-tool.ts';

/** Maximum number of sub-agents of a session that work concurrently. */
export const MAX_AGENTS_AT_ONCE = 20;

/** Number of ended agents whose read-file state is kept in case they are resumed; each may take 25 MB. */
const MAX_READ_STATES = 5;

/** An agent that the log records as running, and how to start it. */
export interface Beginning {
  readonly agentId: string;
  readonly parent: ToolUseContext;
  readonly definition: AgentDefinition;
  readonly aborts: AgentAborts;
  readonly onProgress?: OnProgress | undefined;
  /** The value that it has to give. */
  readonly value?: WantedValue | undefined;
  /** Its opening messages. */
  readonly opening: (config: AgentConfig) => readonly NewSessionEvent[];
}

interface WorkingAgentsOptions {
  readonly services: SessionServices;
  readonly row: (agentId: string) => AgentRow;
  /** @throws when the configuration can't be built. */
  readonly configFor: (beginning: Beginning) => AgentConfig;
  readonly report: (row: AgentRow, outcome: AgentOutcome) => AgentReport;
  /** Appends further reminders before an agent's next request. */
  readonly beforeRequest: (agentId: string) => void;
  /** Removes the agent's worktree if nothing has changed there. Resolves with whether it did; never rejects. */
  readonly tidyWorktree: (row: AgentRow) => Promise<boolean>;
}

interface Entry {
  readonly running: RunningAgent;
  readonly definition: AgentDefinition;
  readonly done: Promise<AgentReport>;
  stoppedBecause?: string;
  /** Its work has ended, and its worktree is being looked at. */
  closing?: true;
}

/** The running sub-agents: starts them, delivers messages to them and logs how they end. */
export class WorkingAgents {
  readonly #options: WorkingAgentsOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #readFiles = new LRUCache<string, ToolUseContext['readFileState']>({ max: MAX_READ_STATES });

  constructor(options: WorkingAgentsOptions) {
    this.#options = options;
  }

  get any(): boolean {
    return this.#entries.size > 0;
  }

  has(agentId: string): boolean {
    return this.#entries.has(agentId);
  }

  configOf(agentId: string): AgentConfig | undefined {
    return this.#entries.get(agentId)?.running.config;
  }

  /** Definition as of the agent's start: deleting it must not widen what the agent may do. `undefined` if it isn't running. */
  definitionOf(agentId: string): AgentDefinition | undefined {
    return this.#entries.get(agentId)?.definition;
  }

  /** Aborts the background agents that this one starts. */
  backgroundOf(agentId: string): AbortSignal | undefined {
    return this.#entries.get(agentId)?.running.aborts.background;
  }

  /** Read-file state of an agent that ended recently. */
  readFilesOf(agentId: string): ToolUseContext['readFileState'] | undefined {
    return this.#readFiles.get(agentId);
  }

  /** Resolves when none runs any more. */
  async idle(): Promise<void> {
    while (this.any) await Promise.all([...this.#entries.values()].map(({ done }) => done));
  }

  /** Resolves when the agent ends, on timeout or on abort. */
  async wait(agentId: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
    const entry = this.#entries.get(agentId);
    if (!entry) return;
    const enough = new AbortController();
    // Aborted below, or by the caller.
    const timeout = sleep(timeoutMs, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => undefined);
    await Promise.race([entry.done, timeout]);
    enough.abort();
  }

  apply(event: SessionEvent): void {
    for (const { running } of this.#entries.values()) running.apply(event);
  }

  permissionsChanged(): void {
    for (const { running } of this.#entries.values()) running.agent.calls.permissionsChanged();
  }

  /** `false` when it isn't running. */
  deliver(agentId: string, message: NewSessionEvent): boolean {
    const entry = this.#entries.get(agentId);
    if (entry?.closing) throw new Error('That agent is just ending. Send the message again in a moment.');
    entry?.running.deliver(message);
    return entry !== undefined;
  }

  /** `false` when it isn't running. */
  stop(agentId: string, why: string): boolean {
    const entry = this.#entries.get(agentId);
    if (!entry) return false;
    entry.stoppedBecause = why;
    entry.running.aborts.stop({ type: 'discarded', why });
    return true;
  }

  /** @throws Error at the limit. */
  assertBelowLimit(): void {
    if (this.#entries.size >= MAX_AGENTS_AT_ONCE) {
      throw new Error(`${MAX_AGENTS_AT_ONCE} agents are at work, and there can be no more at once. Wait for one to end.`);
    }
  }

  /** Starts an agent. @throws when it can't start; the log then records it as failed. */
  begin(beginning: Beginning): Promise<AgentReport> {
    const { services, row, configFor, beforeRequest } = this.#options;
    const { agentId, definition, aborts, onProgress, opening } = beginning;
    try {
      let hasValue = false;
      const { value } = beginning;
      const config = configFor({
        ...beginning,
        ...(value && {
          value: {
            ...value,
            onValue: (given) => {
              hasValue = true;
              value.onValue(given);
            },
          },
        }),
      });
      for (const event of opening(config)) services.append(event);
      const running = new RunningAgent({
        services,
        config,
        aborts,
        agentId,
        maxTurns: definition.maxTurns,
        onProgress,
        beforeRequest: () => beforeRequest(agentId),
        ...(value && { missing: () => (hasValue ? undefined : NO_VALUE_YET) }),
      });
      return this.#run(agentId, running, definition);
    } catch (error) {
      aborts.end();
      const { tokens: totalTokens, calls: toolUses, background } = row(agentId);
      const why = errorMessage(error);
      services.append({ type: 'agent.ended', data: { outcome: 'failed', error: why, totalTokens, toolUses }, agentId });
      // The caller learns of it from the exception.
      if (background) services.append({ type: 'agent.reported', data: {}, agentId });
      throw error;
    }
  }

  #run(agentId: string, running: RunningAgent, definition: AgentDefinition): Promise<AgentReport> {
    const beganAt = performance.now();
    const done = Promise.resolve()
      .then(() => running.work())
      .then(async (end) => {
        const removed = await this.#tidied(agentId, entry);
        return this.#ended(agentId, entry, { ...end, removed }, Math.round(performance.now() - beganAt));
      });
    const entry: Entry = { running, definition, done };
    this.#entries.set(agentId, entry);
    return done;
  }

  async #tidied(agentId: string, entry: Entry): Promise<boolean> {
    const row = this.#options.row(agentId);
    if (!row.worktree) return false;
    entry.closing = true;
    // Commands that it left running could still change something.
    entry.running.aborts.end();
    return this.#options.tidyWorktree(row);
  }

  /** Never rejects: a session whose log can't be written has already been stopped. */
  #ended(
    agentId: string,
    { running, stoppedBecause }: Entry,
    end: TurnEnd & { readonly removed: boolean },
    durationMs: number,
  ): AgentReport {
    const { services } = this.#options;
    const { signal } = running.aborts.controller;
    const outcome = outcomeOf(end);
    const withParent = stoppedBecause === undefined && signal.aborted;
    const error = outcome === 'stopped' ? (stoppedBecause ?? whyStopped(signal)) : end.error;
    this.#entries.delete(agentId);
    this.#readFiles.set(agentId, running.agent.calls.readFileState);
    const row = this.#options.row(agentId);
    const { tokens: totalTokens, calls: toolUses, background } = row;
    try {
      const worktreeRemoved = end.removed && { worktreeRemoved: true as const };
      services.append({
        type: 'agent.ended',
        data: { outcome, ...(error !== undefined && { error }), totalTokens, toolUses, ...worktreeRemoved },
        agentId,
      });
      // Stopping its parent stopped it too, so its end needs no report.
      if (background && withParent) services.append({ type: 'agent.reported', data: {}, agentId });
    } catch {
      // The log is closed or can't be written; the session's turn reports that.
    }
    running.aborts.end();
    const report = {
      ...this.#options.report(this.#options.row(agentId), outcome),
      ...(error !== undefined && { error }),
      totalDurationMs: durationMs,
    };
    if (background) {
      writeAgentOutput(services.log.sessionDir, agentId, report.text);
      if (!withParent) services.onUnreported();
    }
    return report;
  }
}
