import type { ClassifierInstructions } from '#main/permission/classifier/question.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
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
import type { CompactionSettings } from '../compaction/compaction-limits.ts';
import type { CompactionHooks, SessionHooks } from './session-hooks.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import type { SystemPrompt } from '../system-prompt/system-prompt.ts';

/** Dependencies and settings of a session, supplied by the composition root. */
export interface AgentSessionOptions {
  /** Starts with `session.created`. The log of a resumed session has been closed off by `recoverSession`. */
  readonly log: SessionLog;
  /** A partial or full fold of the log, if the caller already has one. The session keeps updating it. */
  readonly view?: SessionView;
  readonly client: ModelClient;
  /** Tool instances of this session. The subset offered to the model is chosen before each request. */
  readonly tools: readonly Tool[];
  /** Current tools of MCP servers, read before each request. Default: none. */
  readonly mcpTools?: () => readonly Tool[];
  /** Resolves when starting servers and pending tool-list refreshes are done (or time out). Never rejects. */
  readonly mcpReady?: (signal: AbortSignal) => Promise<void>;
  /** Sub-agent types that may be started now. Default: the built-in ones. */
  readonly agentDefinitions?: () => readonly AgentDefinition[];
  readonly permissionEngine: PermissionEngine;
  /** The current snapshot, with the mode of this session. */
  readonly permissionContext: () => ToolPermissionContext;
  /** Applies an "always allow" or similar update; `permissionContext` reflects it once the promise resolves. */
  readonly changePermissions: (update: StoredPermissionUpdate) => Promise<void>;
  readonly toolServices: ToolServices;
  readonly frames: FrameSink;
  /** The user's own instruction files; files from an untrusted repository are excluded. */
  readonly classifierInstructions?: () => readonly ClassifierInstructions[];
  /** Used by new sessions only; a resumed session keeps its original prompt. */
  readonly systemPrompt: SystemPrompt;
  /** No user can answer: calls that would ask are denied. */
  readonly isNonInteractive: boolean;
  /** Maximum number of requests per turn. Default: no limit. */
  readonly maxTurns?: number;
  /** Cost limit of the session in US dollars, earlier turns included; no request is made once it is reached. Default: no limit. */
  readonly maxBudgetUsd?: number;
  /** Maximum total characters of tool results in the conversation. Default: 400 000. */
  readonly resultBudget?: number;
  readonly model: string;
  /** Default: `DEFAULT_RETRY`. */
  readonly retry?: RetryPolicy;
  /** Read before each request. Default: automatic compaction is on. */
  readonly compaction?: () => CompactionSettings;
  readonly compactionHooks?: CompactionHooks;
  /** Hooks from the settings. Default: none. */
  readonly hooks?: SessionHooks | undefined;
  /** Which failed commands cancel their sibling calls; read before each request. Default: `all`. */
  readonly siblingAbort?: () => SiblingAbort;
  /** Awaited before every call of any agent that may change something. */
  readonly beforeEffect?: BeforeEffect;
  /** Environment variables for limits. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
}
