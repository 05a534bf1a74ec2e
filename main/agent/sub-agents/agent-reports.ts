import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { AgentOutcome } from '#shared/session/task-outcomes.ts';
import type { AgentRow } from '#shared/session/view.ts';
import type { AgentReport, AgentStatus } from '#main/tool/services/agents.ts';
import { spentTokens } from '#shared/session/spending.ts';
import { textBlockSchema } from '#shared/session/content.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { createLogger } from '#main/log/logger.ts';
import { abortReasonOf } from '#main/executor/abort.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { TurnEnd } from '../turn/turn-end.ts';
import { dispatched } from './running-agent.ts';
import { endedSentence, taskNotification } from '../background/task-notification.ts';

const log = createLogger('agent');

/** How the agents of a session ended and which ends are unreported. Stored in the log. */
export class AgentReports {
  readonly #services: SessionServices;
  readonly #isAtWork: (agentId: string) => boolean;

  constructor(services: SessionServices, isAtWork: (agentId: string) => boolean) {
    this.#services = services;
    this.#isAtWork = isAtWork;
  }

  of(row: AgentRow, outcome: AgentOutcome): AgentReport {
    const { agentId, agentType, model, error, tokens, calls, startedAt, endedAt = startedAt, worktree } = row;
    return {
      agentId,
      agentType,
      outcome,
      text: lastWords(this.#services.log.events, agentId),
      ...(error !== undefined && { error }),
      model,
      usage: spentTokens({ rows: this.#services.view.spending.rows.filter((spent) => spent.agentId === agentId) }),
      totalTokens: tokens,
      totalToolUseCount: calls,
      totalDurationMs: endedAt - startedAt,
      ...(worktree && worktree.removed !== true && { worktree }),
    };
  }

  status(row: AgentRow): AgentStatus {
    if (row.state === 'running') return { type: 'running', agentId: row.agentId, description: row.description };
    return { type: 'ended', description: row.description, report: this.of(row, row.state) };
  }

  /** Ended agents to report to this agent: those it started; for the main agent (`undefined`) also those whose parent is gone. */
  unreported(parentAgentId: string | undefined): AgentRow[] {
    return Object.values(this.#services.view.agents).filter((row) => {
      if (!row.unreported || row.state === 'running') return false;
      const parent = row.parentAgentId !== undefined && this.#isAtWork(row.parentAgentId) ? row.parentAgentId : undefined;
      return parent === parentAgentId;
    });
  }

  /** Marks an end as reported if `by` is the agent that would be notified. */
  seen(agentId: string, by: string | undefined): void {
    if (this.unreported(by).some((row) => row.agentId === agentId)) this.#reported(agentId);
  }

  /** Notifies an agent (`undefined`: the main one) of its background agents that ended. */
  report(parentAgentId: string | undefined): void {
    const { append, log } = this.#services;
    for (const row of this.unreported(parentAgentId)) {
      const { agentId, state, description } = row;
      if (state === 'running') continue;
      const report = this.of(row, state);
      const text = taskNotification(description, report, agentOutputFile(log.sessionDir, agentId));
      append(dispatched(parentAgentId, text, 'model'));
      this.#reported(agentId);
      if (parentAgentId !== undefined) continue;
      const level = state === 'failed' ? 'warning' : 'info';
      append({
        type: 'notice',
        data: { level, text: `${endedSentence(description, report)}.`, action: 'none', about: { type: 'agent', agentId } },
      });
    }
  }

  #reported(agentId: string): void {
    this.#services.append({ type: 'agent.reported', data: {}, agentId });
  }
}

/** Text of the agent's last message that contains any; empty when there is none. */
function lastWords(events: readonly SessionEvent[], agentId: string): string {
  let messageId: string | undefined;
  const texts: string[] = [];
  for (const event of events.toReversed()) {
    if (event.agentId !== agentId || event.type !== 'assistant.block') continue;
    if (messageId !== undefined && event.data.messageId !== messageId) break;
    const text = textBlockSchema.safeParse(event.data.block);
    if (!text.success || text.data.text.trim() === '') continue;
    messageId = event.data.messageId;
    texts.unshift(text.data.text);
  }
  return texts.join('\n\n');
}

/** Maps the end of the agent's last turn to its outcome. */
export function outcomeOf({ outcome }: TurnEnd): AgentOutcome {
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

/** Reason for people. */
export function whyStopped(signal: AbortSignal): string {
  const reason = abortReasonOf(signal);
  switch (reason.type) {
    case 'interrupt':
      return 'The user stopped it.';
    case 'sibling':
      return `Another call of the same response failed: ${reason.failed}.`;
    case 'send':
      return 'The user sent a new message and did not want to wait.';
    case 'denied':
      return `The user denied another call of the same response: ${reason.denied}.`;
    case 'discarded':
      return `It was stopped: ${reason.why}.`;
    case 'stopped':
      return 'A tool ended its own call, and with it everything beside it.';
  }
}

/** Absolute path of a background agent's report, in the folder of results that Read may open without asking. */
export function agentOutputFile(sessionDir: string, agentId: string): string {
  return join(sessionDir, 'tool-results', `agent-${agentId}.txt`);
}

/**
 * Never throws: if the report can't be saved, the notification still carries its start. An existing file is replaced, not overwritten in
 * place: a forked session may hold a hard link to it.
 */
export function writeAgentOutput(sessionDir: string, agentId: string, text: string): void {
  try {
    mkdirSync(join(sessionDir, 'tool-results'), { recursive: true, mode: 0o700 });
    writeFileAtomic.sync(agentOutputFile(sessionDir, agentId), text, { mode: 0o600, fsync: false });
  } catch (error) {
    // See the docstring.
    log.debug('The output of a sub-agent could not be saved', error);
  }
}
