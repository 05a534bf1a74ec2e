import type { AgentOutcome } from '#shared/session/task-outcomes.ts';

/** A sub-agent type as described to the model. */
export interface AgentType {
  readonly name: string;
  readonly description: string;
  /** Its tools, as text: "all tools", "Read, Grep". */
  readonly toolsText: string;
}

export interface AgentTask {
  readonly description: string;
  readonly prompt: string;
  readonly agentType: string;
  /** An alias (`sonnet`, `opus` …) or a full id. Default: the definition's model, else the parent's. */
  readonly model?: string | undefined;
  /** A name that messages to it can be addressed to. */
  readonly name?: string | undefined;
  readonly background: boolean;
}

/** How a sub-agent's work ended. */
export interface AgentReport {
  readonly agentId: string;
  readonly agentType: string;
  readonly outcome: AgentOutcome;
  /** Its final message; empty if there is none. */
  readonly text: string;
  /** Why it failed or was stopped, as text for people. */
  readonly error?: string | undefined;
  readonly totalTokens: number;
  readonly totalToolUseCount: number;
  readonly totalDurationMs: number;
}

export type AgentStart =
  | { readonly type: 'finished'; readonly report: AgentReport }
  /** It runs in the background; its report will be in `outputFile`, absolute. */
  | { readonly type: 'launched'; readonly agentId: string; readonly agentType: string; readonly outputFile: string };

/** The state of a sub-agent. */
export type AgentStatus =
  | { readonly type: 'running'; readonly agentId: string; readonly description: string }
  | { readonly type: 'ended'; readonly description: string; readonly report: AgentReport };
