import type { JsonObjectSchema } from '../json-object-schema.ts';
import type { Usage } from '#shared/session/content.ts';
import type { UsedSkill } from '#shared/session/events/session-events.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { AgentOutcome } from '#shared/session/task-outcomes.ts';

/** The agent that makes a call. `agentId`, `agentType`, `name` and `parentCallId` (its Agent call) are set for sub-agents only. */
export interface CallingAgent {
  readonly agentId?: string;
  readonly agentType?: string;
  /** The name it was given, if any. */
  readonly name?: string;
  readonly parentCallId?: string;
  readonly depth: number;
}

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
  /** The skill that it was started for: its rules count for the new agent. */
  readonly skill?: UsedSkill | undefined;
  /** It works in a worktree of its own. */
  readonly isolated?: boolean | undefined;
  /** The script of a workflow starts it: it works in the background, and the script waits for it. */
  readonly workflow?: { readonly runId: string; readonly phase?: string | undefined } | undefined;
  /** The value that it has to give besides its last message. */
  readonly value?: WantedValue | undefined;
}

export interface WantedValue {
  readonly schema: JsonObjectSchema;
  /** Called with each value that fits the schema; the last one counts. */
  readonly onValue: (value: Readonly<Record<string, unknown>>) => void;
}

/** How a sub-agent's work ended. `worktree`: its own, if it was kept. */
export interface AgentReport {
  readonly agentId: string;
  readonly agentType: string;
  readonly outcome: AgentOutcome;
  /** Its final message; empty if there is none. */
  readonly text: string;
  /** Why it failed or was stopped, as text for people. */
  readonly error?: string | undefined;
  /** Full id. */
  readonly model: string;
  /** Of all its requests. */
  readonly usage: Usage;
  readonly totalTokens: number;
  readonly totalToolUseCount: number;
  readonly totalDurationMs: number;
  readonly worktree?: Worktree | undefined;
}

export type AgentStart =
  | { readonly type: 'finished'; readonly report: AgentReport }
  /** It runs in the background; its report will be in `outputFile`, absolute. */
  | {
      readonly type: 'launched';
      readonly agentId: string;
      readonly agentType: string;
      readonly model: string;
      readonly outputFile: string;
    };

/** The state of a sub-agent. */
export type AgentStatus =
  | { readonly type: 'running'; readonly agentId: string; readonly description: string }
  | { readonly type: 'ended'; readonly description: string; readonly report: AgentReport };

export interface DeletedTeam {
  readonly name: string;
  /** Names of the members that were at work. */
  readonly stopped: readonly string[];
}
