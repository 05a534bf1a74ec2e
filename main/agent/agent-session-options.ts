import type { ClassifierInstructions } from '#main/permission/classifier/question.ts';
import type { PermissionEngine } from '#main/permission/engine.ts';
import type { ToolPermissionContext } from '#main/permission/context.ts';
import type { BeforeEffect } from '#main/executor/call-run.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { RetryPolicy } from '#main/model/retry.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { SessionLog } from '#main/session/log.ts';
import type { ToolServices } from '#main/tool/services.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { StoredPermissionUpdate } from '#shared/permission/permission-update.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { CompactionHooks, CompactionSettings } from './compaction/compactor.ts';
import type { SessionHooks } from './session-hooks.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { SystemPrompt } from './system-prompt.ts';

/** What the composition root gives a session. */
export interface AgentSessionOptions {
  /** Starts with `session.created`; a resumed one has been closed off by `recoverSession`. */
  readonly log: SessionLog;
  /** The view of the log up to some event, where it was folded already; the session goes on with it. */
  readonly view?: SessionView;
  readonly client: ModelClient;
  /** All tools of this session, its own instances; which of them the model gets is decided before each request. */
  readonly tools: readonly Tool[];
  /** Tools of MCP servers as they are now; asked before each request. None unless given. */
  readonly mcpTools?: () => readonly Tool[];
  /** Resolves when `mcpTools` has what can be waited for: servers that still start, lists that are read anew. Never rejects. */
  readonly mcpReady?: (signal: AbortSignal) => Promise<void>;
  /** Kinds of sub-agents that may be started now; the built-in ones unless given. */
  readonly agentDefinitions?: () => readonly AgentDefinition[];
  readonly permissionEngine: PermissionEngine;
  /** The current snapshot, its mode being the session's. */
  readonly permissionContext: () => ToolPermissionContext;
  /** "Always allow" and the like: must have taken effect in `permissionContext` when it resolves. */
  readonly changePermissions: (update: StoredPermissionUpdate) => Promise<void>;
  readonly services: ToolServices;
  readonly frames: FrameSink;
  /** Files in which the user says how they want to work; an untrusted repository's are not among them. */
  readonly classifierInstructions?: readonly ClassifierInstructions[];
  /** Counts for a new session; one that is taken up again keeps the prompt it began with. */
  readonly systemPrompt: SystemPrompt;
  /** Nobody can answer: what would ask is denied. */
  readonly isNonInteractive: boolean;
  /** Requests that one turn may make; no limit unless given. */
  readonly maxTurns?: number;
  /** US dollars the session may cost, earlier turns included: no request is made once that is reached. No limit unless given. */
  readonly maxBudgetUsd?: number;
  /** Characters of tool results that the conversation carries along; 400 000 unless given. */
  readonly resultBudget?: number;
  readonly model: string;
  /** Retries of the model; the usual back-off unless given. */
  readonly retry?: RetryPolicy;
  /** Asked before each request; unless given, a long conversation is compacted by itself. */
  readonly compaction?: () => CompactionSettings;
  readonly compactionHooks?: CompactionHooks;
  /** What the settings' hooks see of the session; none unless given. */
  readonly hooks?: SessionHooks | undefined;
  /** Which failed commands cancel the calls beside them, asked before each request; `all` unless given. */
  readonly siblingAbort?: () => SiblingAbort;
  /** Awaited before calls that may change something, of every agent of the session. */
  readonly beforeEffect?: BeforeEffect;
  /** For the limits that can be set there; the process's own unless given. */
  readonly env?: NodeJS.ProcessEnv;
}
