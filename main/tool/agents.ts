import type { AgentOutcome } from '#shared/session/task-outcomes.ts';
import type { ToolUseContext } from './context.ts';
import type { OnProgress } from './tool.ts';

/** A kind of sub-agent as the model is told of it. */
export interface AgentType {
  readonly name: string;
  readonly description: string;
  /** What it may use, in words: "all tools", "Read, Grep". */
  readonly toolsText: string;
}

export interface AgentTask {
  readonly description: string;
  readonly prompt: string;
  readonly agentType: string;
  /** An alias (`sonnet`, `opus` …) or a full id; the definition's, else the parent's, unless given. */
  readonly model?: string | undefined;
  /** What messages to it may be addressed to. */
  readonly name?: string | undefined;
  readonly background: boolean;
}

/** How a sub-agent's work ended. */
export interface AgentReport {
  readonly agentId: string;
  readonly agentType: string;
  readonly outcome: AgentOutcome;
  /** Its last words; empty when it said nothing. */
  readonly text: string;
  /** Why it failed or was stopped, for people. */
  readonly error?: string | undefined;
  readonly totalTokens: number;
  readonly totalToolUseCount: number;
  readonly totalDurationMs: number;
}

export type AgentStart =
  | { readonly type: 'finished'; readonly report: AgentReport }
  /** It works on in the background; what it reports will be in `outputFile`, absolute. */
  | { readonly type: 'launched'; readonly agentId: string; readonly agentType: string; readonly outputFile: string };

/** Where a sub-agent stands. */
export type AgentStatus =
  | { readonly type: 'running'; readonly agentId: string; readonly description: string }
  | { readonly type: 'ended'; readonly description: string; readonly report: AgentReport };

/** How tools reach other agents of the session. Errors it throws are sentences the model can act on. */
export interface AgentService {
  /** @throws Error for a type that isn't there, and past the limits on depth and number. */
  start(task: AgentTask, context: ToolUseContext, onProgress?: OnProgress): Promise<AgentStart>;
  /**
   * Gives an agent, by id or name, a message: at its next request while it works, else it goes on in the background.
   * @throws Error when there is none, or it can't go on.
   */
  send(to: string, message: string, context: ToolUseContext): Promise<{ readonly agentId: string; readonly resumed: boolean }>;
  /** `undefined` for an id nobody has. */
  status(agentId: string): AgentStatus | undefined;
  /** Resolves when it has ended, or after `timeoutMs`, or when the signal aborts. */
  wait(agentId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Stops it and the agents it started. `false` when it doesn't run. */
  stop(agentId: string, why: string): boolean;
}
