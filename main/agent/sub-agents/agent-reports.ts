import type { AgentOutcome } from '#shared/session/task-outcomes.ts';
import type { AgentRow, SessionView } from '#shared/session/view.ts';
import type { AgentReport, AgentStatus } from '#main/tool/agents.ts';
import type { SessionServices } from '../agent.ts';
import { lastWords } from './last-words.ts';
import { agentOutputFile } from './output-file.ts';
import { dispatched } from './running-agent.ts';
import { endedSentence, taskNotification } from './task-notification.ts';

export interface AgentReportsOptions {
  readonly services: SessionServices;
  readonly view: SessionView;
  readonly isAtWork: (agentId: string) => boolean;
}

/** How the agents of a session ended and which ends are unreported. Stored in the log. */
export class AgentReports {
  readonly #options: AgentReportsOptions;

  constructor(options: AgentReportsOptions) {
    this.#options = options;
  }

  of(row: AgentRow, outcome: AgentOutcome): AgentReport {
    const { agentId, agentType, error, tokens, calls, startedAt, endedAt = startedAt } = row;
    return {
      agentId,
      agentType,
      outcome,
      text: lastWords(this.#options.services.options.log.events, agentId),
      ...(error !== undefined && { error }),
      totalTokens: tokens,
      totalToolUseCount: calls,
      totalDurationMs: endedAt - startedAt,
    };
  }

  status(row: AgentRow): AgentStatus {
    if (row.state === 'running') return { type: 'running', agentId: row.agentId, description: row.description };
    return { type: 'ended', description: row.description, report: this.of(row, row.state) };
  }

  /** Ended agents to report to this agent: those it started; for the main agent (`undefined`) also those whose parent is gone. */
  unreported(parentAgentId: string | undefined): AgentRow[] {
    return Object.values(this.#options.view.agents).filter((row) => {
      if (!row.unreported || row.state === 'running') return false;
      const parent = row.parentAgentId !== undefined && this.#options.isAtWork(row.parentAgentId) ? row.parentAgentId : undefined;
      return parent === parentAgentId;
    });
  }

  /** Marks an end as reported if `by` is the agent that would be notified. */
  seen(agentId: string, by: string | undefined): void {
    if (this.unreported(by).some((row) => row.agentId === agentId)) this.#reported(agentId);
  }

  /** Notifies an agent (`undefined`: the main one) of its background agents that ended. */
  tell(parentAgentId: string | undefined): void {
    const { append, options } = this.#options.services;
    for (const row of this.unreported(parentAgentId)) {
      const { agentId, state, description } = row;
      if (state === 'running') continue;
      const report = this.of(row, state);
      const text = taskNotification(description, report, agentOutputFile(options.log.sessionDir, agentId));
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
    this.#options.services.append({ type: 'agent.reported', data: {}, agentId });
  }
}
