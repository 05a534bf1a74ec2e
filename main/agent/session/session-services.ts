import type { MemoryNotes } from '#main/settings/memory/read-memory.ts';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { dollars, limitText } from '#shared/model/dollars.ts';
import { priceOf } from '#shared/model/prices.ts';
import { spentUsd } from '#shared/session/spending.ts';
import type { SessionView } from '#shared/session/view.ts';
import { siblingAbortFrom } from '#main/executor/safety-questions.ts';
import { DEFAULT_RETRY, type RetryPolicy } from '#main/model/retry.ts';
import type { ClassifierInstructions } from '#main/permission/classifier/question.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { BeforeEffect } from '#main/executor/call-run.ts';
import type { LossOf } from '#main/permission/gate/named-targets.ts';
import type { ModelClient } from '#main/model/client.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { SessionLog } from '#main/session/log.ts';
import type { ToolServices } from '#main/tool/services/tool-services.ts';
import type { ServerInstructions, ServerPrompt } from '#main/tool/services/server-prompts.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { StoredPermissionUpdate } from '#shared/permission/permission-update.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { NO_SKILLS, type SkillSource } from '../skills/skill-source.ts';
import { BackOff } from '../turn/back-off.ts';
import { ThinkingMemory } from '../request/thinking-memory.ts';
import { BUILT_IN_AGENTS } from '../sub-agents/built-in-definitions.ts';
import type { CompactionSettings } from '../compaction/compaction-limits.ts';
import type { AutoModePolicy } from '#shared/settings/auto-mode-settings.ts';
import type { InstructionFile } from '../system-prompt/instructions.ts';
import type { SystemPrompt } from '../system-prompt/system-prompt.ts';
import type { CompactionHooks, SessionHooks } from './session-hooks.ts';

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
  /** Prompts of MCP servers. Default: none. */
  readonly mcpPrompts?: () => readonly ServerPrompt[];
  /** Connected MCP servers that offer resources. Default: none. */
  readonly mcpResources?: () => readonly string[];
  /** What MCP servers say about their use, read before each request. Default: nothing. */
  readonly mcpInstructions?: () => readonly ServerInstructions[];
  /** Resolves when starting servers and pending tool-list refreshes are done (or time out). Never rejects. */
  readonly mcpReady?: (signal: AbortSignal) => Promise<void>;
  /** Instruction files for a file that a call has touched (real, absolute). Default: none. */
  readonly instructionsFor?: (file: string) => readonly InstructionFile[];
  /** The notes that an agent type keeps. Default: none. */
  readonly agentMemory?: (definition: AgentDefinition) => MemoryNotes | undefined;
  /** Skills and commands, and what the settings say about them. Default: none. */
  readonly skills?: SkillSource;
  /** Sub-agent types that may be started now. Default: the built-in ones. */
  readonly agentDefinitions?: () => readonly AgentDefinition[];
  readonly permissionEngine: PermissionEngine;
  /** The model has begun a call of that tool; resolves when it can be decided. Default: when the permission engine is ready. */
  readonly callBegins?: (toolName: string) => Promise<void>;
  /** The current snapshot, with the mode of this session. */
  readonly permissionContext: () => ToolPermissionContext;
  /** Applies an "always allow" or similar update; `permissionContext` reflects it once the promise resolves. */
  readonly changePermissions: (update: StoredPermissionUpdate) => Promise<void>;
  readonly toolServices: ToolServices;
  readonly frames: FrameSink;
  /** The user's own instruction files; files from an untrusted repository are excluded. */
  /** What the settings tell the classifier; read for each question. */
  readonly autoModePolicy?: () => AutoModePolicy;
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
  /** What a call would destroy for good. Default: that isn’t known. */
  readonly lossOf?: LossOf;
  /** Environment variables for limits. Default: `process.env`. */
  readonly env?: NodeJS.ProcessEnv;
}

/** The options with a default that is set here, once. */
type Defaulted =
  | 'agentDefinitions'
  | 'compaction'
  | 'env'
  | 'mcpInstructions'
  | 'mcpPrompts'
  | 'mcpResources'
  | 'mcpTools'
  | 'retry'
  | 'siblingAbort'
  | 'skills';

interface SessionState {
  readonly view: SessionView;
  /** Ids of all calls of all agents, so that each id names one call. */
  readonly callIds: ReadonlySet<string>;
  readonly append: (event: NewSessionEvent) => void;
  readonly setMode: (mode: PermissionMode, by: EventBody<'session.mode'>['by']) => void;
  /** Settles pending questions of all agents that changed rules now answer. */
  readonly permissionsChanged: () => void;
  /** Background work ended or waits for input, and the main agent hasn't been notified. */
  readonly onUnreported: () => void;
}

interface Derived {
  readonly backOff: BackOff;
  readonly thinking: ThinkingMemory;
  /** Why the budget allows no further request to `model`, as a message for the user; `undefined` when it does. */
  readonly overBudget: (model: string) => string | undefined;
}

/**
 * Everything the parts and agents of a session share: what the composition root supplies, with defaults, and the session's own state.
 * Handed on whole, so that a new service is named where it is defined and where it is used.
 */
export type SessionServices = AgentSessionOptions & Required<Pick<AgentSessionOptions, Defaulted>> & SessionState & Derived;

export function sessionServices(options: AgentSessionOptions, state: SessionState): SessionServices {
  const { env = process.env, siblingAbort } = options;
  return Object.freeze({
    ...options,
    ...state,
    env,
    agentDefinitions: options.agentDefinitions ?? (() => BUILT_IN_AGENTS),
    compaction: options.compaction ?? (() => ({ enabled: true })),
    skills: options.skills ?? NO_SKILLS,
    mcpTools: options.mcpTools ?? (() => []),
    mcpPrompts: options.mcpPrompts ?? (() => []),
    mcpResources: options.mcpResources ?? (() => []),
    mcpInstructions: options.mcpInstructions ?? (() => []),
    retry: options.retry ?? DEFAULT_RETRY,
    siblingAbort: () => siblingAbortFrom(env, siblingAbort?.() ?? 'all'),
    backOff: new BackOff(),
    thinking: new ThinkingMemory(env),
    overBudget: (model: string) => {
      const budget = options.maxBudgetUsd ?? state.view.budgetUsd;
      return budget === null || options.client.kind === 'scripted' ? undefined : overBudget(budget, spentUsd(state.view.spending), model);
    },
  });
}

/** Why a budget (US dollars) allows no further request to `model`, as a message for the user; `undefined` when it does. */
export function overBudget(budgetUsd: number, spentUsd: number, model: string): string | undefined {
  if (!priceOf(model))
    return `The price of the model “${model}” isn’t known, so a budget of ${limitText(budgetUsd)} can’t be kept. Choose a model with a known price, or set no budget.`;
  if (spentUsd < budgetUsd) return undefined;
  return `The budget of ${limitText(budgetUsd)} is used up: this session has cost ${dollars(spentUsd)}. Raise the limit to continue.`;
}
