import type { EffortChoice } from '../model/effort.ts';
import type { Effort } from '../model/models.ts';
import type { Decision, DecisionReason } from '../permission/decision.ts';
import type { PermissionMode } from '../permission/mode.ts';
import type { Ask } from './ask.ts';
import type { ImageBlock } from './content.ts';
import type { CallOutcome, ChangedInput, TerminalRecord } from './call-record.ts';
import type { UsedSkill } from './events/session-events.ts';
import type { EventBody } from './event.ts';
import type { AgentOutcome, CommandTaskOutcome } from './task-outcomes.ts';
import type { Spending } from './spending.ts';
import type { TaskList } from './task-list.ts';
import type { Worktree } from './worktree.ts';
import type { Todo, ToolView } from './tool-view.ts';
import type { ModelTime, OpenRequest } from './model-time.ts';

/** A skill whose rules count now. */
export type SkillInUse = UsedSkill & { readonly agentId?: string | undefined };

/** Of a question: when it was asked and answered. */
export type Wait = readonly [askedAt: number, answeredAt: number];

/** One row of the timeline. Times are epoch milliseconds; absent until they happened. */
export interface CallRow {
  readonly callId: string;
  readonly toolName: string;
  readonly agentId?: string | undefined;
  readonly parentCallId?: string | undefined;
  readonly requestId: string;
  readonly state: 'queued' | 'waiting' | 'running' | CallOutcome;
  /** Without `detail`: the body is fetched by id (`call.detail`). */
  readonly view: ToolView;
  readonly parallel: boolean;
  readonly queuedAt: number;
  /** Of the last question. */
  readonly askedAt?: number | undefined;
  readonly answeredAt?: number | undefined;
  /** The questions before the last, such as one whose input was edited. */
  readonly earlierWaits?: readonly Wait[] | undefined;
  readonly startedAt?: number | undefined;
  readonly finishedAt?: number | undefined;
  /** When its command seemed to wait for what the user types; `null`: it still did when the call ended, or does. */
  readonly inputWaits?: readonly (readonly [from: number, to: number | null])[] | undefined;
  readonly decision?:
    | {
        readonly behavior: Decision['behavior'];
        readonly reason: DecisionReason;
        readonly message: string;
        readonly rule?: string | undefined;
        /** The session's mode, where that decided a call of the main agent. Sub-agents may have a mode of their own. */
        readonly mode?: PermissionMode | undefined;
      }
    | undefined;
  /** Who replaced the model's input last; `view` shows what runs. */
  readonly changedBy?: ChangedInput['by'] | undefined;
  /** What the person said when allowing or denying it, its start. */
  readonly said?: string | undefined;
  readonly terminal?: TerminalRecord | undefined;
  readonly exitCode?: number | undefined;
  /** Why it failed, if that is short. */
  readonly failure?: string | undefined;
}

/** An item of the conversation, in order. Calls are referenced by id and drawn from `calls`. */
export type ConversationItem =
  | {
      readonly type: 'user';
      readonly id: string;
      readonly text: string;
      readonly images: readonly ImageBlock['source'][];
      readonly origin: string;
      readonly at: number;
    }
  /** An attachment of the previous message; its content is only for the model. */
  | { readonly type: 'attachment'; readonly id: string; readonly name: string; readonly note: string; readonly at: number }
  /** `displayed`: what a hook shows instead. */
  | {
      readonly type: 'text';
      readonly id: string;
      readonly text: string;
      readonly displayed?: { readonly text: string; readonly by: string } | undefined;
      readonly at: number;
    }
  /** `ms`: its duration, from the request or the previous block. */
  | { readonly type: 'thinking'; readonly id: string; readonly text: string; readonly ms?: number | undefined; readonly at: number }
  | { readonly type: 'call'; readonly id: string; readonly callId: string; readonly at: number }
  | {
      readonly type: 'notice';
      readonly id: string;
      readonly level: 'info' | 'warning' | 'error';
      readonly text: string;
      readonly action: EventBody<'notice'>['action'];
      readonly about?: EventBody<'notice'>['about'];
      /** How often a hook has failed in the same way since the last message, or the same error came in a row; absent for once. */
      readonly times?: number | undefined;
      readonly at: number;
    }
  /** The model reads this summary instead of everything above it. */
  | {
      readonly type: 'compacted';
      readonly id: string;
      readonly trigger: 'auto' | 'manual' | 'plan';
      readonly summary: string;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly at: number;
    }
  /** A removed part of the conversation. */
  | { readonly type: 'rewound'; readonly id: string; readonly items: readonly ConversationItem[]; readonly at: number };

/** A sub-agent. Times are epoch milliseconds. */
export interface AgentRow {
  readonly agentId: string;
  readonly parentCallId: string;
  readonly parentAgentId?: string | undefined;
  readonly agentType: string;
  readonly name?: string | undefined;
  readonly description: string;
  readonly model: string;
  /** Absent: as the agent that started it. */
  readonly effort?: Effort | undefined;
  readonly depth: number;
  readonly background: boolean;
  /** It ended in the background, and the agent that started it hasn't been informed. */
  readonly unreported: boolean;
  readonly state: 'running' | AgentOutcome;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly error?: string | undefined;
  /** Tokens that its requests read and wrote. */
  readonly tokens: number;
  readonly calls: number;
  /** How many of them failed; absent for none. */
  readonly failedCalls?: number | undefined;
  readonly lastCallId?: string | undefined;
  /** The team that it is a member of. */
  readonly team?: string | undefined;
  /** The worktree that it works in; `removed` once nothing had changed there. */
  readonly worktree?: (Worktree & { readonly removed?: true | undefined }) | undefined;
  /** The run of a workflow that started it, and gets its report. */
  readonly workflow?: EventBody<'agent.started'>['workflow'];
}

/** The run of a workflow. Times are epoch milliseconds. */
export interface WorkflowRow extends EventBody<'workflow.started'> {
  /** The last one that the script began. */
  readonly phase?: string | undefined;
  /** The last lines that the script printed. */
  readonly lines: readonly string[];
  readonly state: 'running' | CommandTaskOutcome;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly error?: string | undefined;
  /** It ended, and the main agent hasn't been informed. */
  readonly unreported: boolean;
}

/** A command in the background. Times are epoch milliseconds. */
export interface TaskRow {
  readonly taskId: string;
  /** The call that started it. */
  readonly callId: string;
  readonly agentId?: string | undefined;
  readonly command: string;
  readonly description: string;
  readonly terminal: TerminalRecord;
  readonly outputFile: string;
  readonly state: 'running' | CommandTaskOutcome;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly exitCode?: number | undefined;
  readonly why?: string | undefined;
  /** The question it seems to wait for an answer to. */
  readonly stalled?: string | undefined;
  /** Since when. */
  readonly stalledAt?: number | undefined;
  /** Its lines are reported to the agent as they are printed. */
  readonly watches?: true | undefined;
  /** Lines the agent hasn't read yet; `dropped` more were printed. */
  readonly printed?: { readonly lines: readonly string[]; readonly dropped: number } | undefined;
  /** Something happened that the agent which started it hasn't been informed of. */
  readonly unreported: boolean;
}

/** A prompt that the agent scheduled for later. */
export interface LaterWork extends EventBody<'schedule.added'> {
  readonly addedAt: number;
}

/** A prompt that something outside, or the agent, may start. */
export interface Trigger extends EventBody<'trigger.saved'> {
  readonly createdAt: number;
  /** Digest of the key that callers of its webhook need; `null` until a person makes one. */
  readonly keyDigest: string | null;
  /** The last ones, oldest first. */
  readonly runs: readonly (Omit<EventBody<'trigger.ran'>, 'triggerId'> & { readonly at: number })[];
}

/** A turn that has ended. */
export interface TurnRow {
  readonly turnId: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly outcome: string;
  /** The last item of the conversation when it ended. */
  readonly lastItem: string;
  /** Its calls, as positions in `callOrder`: the first, and the one after the last. */
  readonly calls: readonly [from: number, to: number];
  /** What the session had cost by then in US dollars, as far as prices are known. */
  readonly usdSoFar: number;
}

/** A pending question with the time it was asked. */
export interface PendingAsk extends Ask {
  readonly askedAt: number;
  readonly agentId?: string | undefined;
  /** Name of the asking sub-agent; absent for the main agent. */
  readonly agentName?: string | undefined;
}

/** A question of an MCP server that waits for the person. */
export type PendingElicitation = EventBody<'elicitation.asked'> & { readonly askedAt: number };

/**
 * Everything the window draws of one session: a pure fold of its events. Plain JSON. Containers are changed in place by
 * `applyEvent` (which bumps `version`); rows and items are replaced, never changed, so identity tells what is new.
 */
export interface SessionView {
  version: number;
  /** Sequence number of the last event folded in. */
  seq: number;
  sessionId: string;
  projectDir: string;
  model: string;
  effort: EffortChoice;
  client: 'anthropic' | 'scripted';
  /** The session this one was forked from. */
  origin: { sessionId: string; title: string; lastShared?: number | undefined } | null;
  title: string;
  mode: PermissionMode;
  createdAt: number;
  updatedAt: number;
  turn: { turnId: string; startedAt: number } | null;
  /** The request being streamed, or waiting to be retried. */
  request: {
    requestId: string;
    startedAt: number;
    retry: { at: number; delayMs: number; reason: string } | null;
    purpose?: 'compaction' | undefined;
  } | null;
  /** What models work on now, of any agent, and since when. `startedAt`: earlier, if the request began with a pause before a retry. */
  openRequests: readonly OpenRequest[];
  /** When a model worked, of any agent, in the order the requests ended. */
  modelTimes: ModelTime[];
  /** The pauses before another attempt, of any agent, in the same order. */
  retryPauses: ModelTime[];
  /** Hooks that are waited for and have a status message, in the order they started. */
  hookWaits: { runId: string; message: string }[];
  /** Those that ended, oldest first. */
  turns: readonly TurnRow[];
  lastTurn: { outcome: string; error?: string | undefined; at: number } | null;
  items: ConversationItem[];
  calls: Record<string, CallRow>;
  callOrder: string[];
  /** Sub-agents, by id. */
  agents: Record<string, AgentRow>;
  /** Background commands by id, in the order they started. */
  tasks: Record<string, TaskRow>;
  /** Runs of workflows by id, in the order they started. */
  workflows: Record<string, WorkflowRow>;
  asks: PendingAsk[];
  /** Questions of MCP servers, in the order they were asked. */
  elicitations: readonly PendingElicitation[];
  queued: EventBody<'user.queued'>[];
  todos: readonly Todo[];
  taskList: TaskList;
  /** What the agent scheduled for later, the next to run first. */
  later: readonly LaterWork[];
  /** Oldest first. */
  triggers: readonly Trigger[];
  spending: Spending;
  /** US dollars the session may cost; `null`: no limit. */
  budgetUsd: number | null;
  /** Size of the main agent's conversation, as reported for its last request; an estimate after a compaction. */
  contextTokens: number;
  /** `unseen`: see `RuleEntry`. */
  sessionRules: { behavior: 'allow' | 'ask' | 'deny'; text: string; unseen?: string | undefined }[];
  directories: string[];
  /** Skills whose rules count now, by the agent that uses them; without an agent: by the main agent. */
  skillsInUse: readonly SkillInUse[];
  /** The worktree that the main agent works in. */
  worktree: Worktree | null;
  /** The team that the main agent leads. */
  team: EventBody<'team.created'> | null;
}
