import type { AgentOutcome } from '#shared/session/task-outcomes.ts';
import type { ToolUseContext } from './context.ts';
import type { OnProgress } from './tool.ts';

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

/** Lets tools start and reach other agents of the session. Its error messages are written for the model. */
export interface AgentService {
  /** @throws Error for an unknown type, or beyond the limits on depth and number. */
  start(task: AgentTask, context: ToolUseContext, onProgress?: OnProgress): Promise<AgentStart>;
  /**
   * Sends a message to an agent by id or name. A running agent gets it with its next request; an ended one resumes in the background.
   * @throws Error if there is no such agent, or it can't resume.
   */
  send(to: string, message: string, context: ToolUseContext): Promise<{ readonly agentId: string; readonly resumed: boolean }>;
  /** `undefined` for an unknown id. */
  status(agentId: string): AgentStatus | undefined;
  /** Resolves when the agent ends, after `timeoutMs`, or when the signal aborts. */
  wait(agentId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Stops the agent and those it started. `false` if it isn't running. */
  stop(agentId: string, why: string): boolean;
}
