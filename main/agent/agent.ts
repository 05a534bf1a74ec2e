import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AbortReason } from '#main/executor/abort.ts';
import { concurrencyCap } from '#main/executor/call-order.ts';
import { siblingAbortFrom } from '#main/executor/safety-questions.ts';
import { maxOutputTokens } from '#main/model/limits.ts';
import { DEFAULT_RETRY } from '#main/model/retry.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import type { AskHandler } from '#main/permission/handlers.ts';
import type { AskQueue } from '#main/permission/queue.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { ScriptedAgent } from '#main/model/client.ts';
import type { AgentSessionOptions } from './session/agent-session-options.ts';
import { AutoMode } from './auto-mode.ts';
import { AgentCalls } from './agent-calls.ts';
import { Compactor } from './compaction/compactor.ts';
import { CONVERSATION_RESULT_CHARS, fitResults } from './request/conversation-budget.ts';
import { runTurn } from './turn/run-turn.ts';
import { buildRequest } from './request/model-request.ts';
import { toolsForRequest } from './request/request-tools.ts';
import type { ThinkingMemory } from './request/thinking-memory.ts';
import { Transcript } from './request/transcript.ts';
import type { TurnEnd } from './turn/turn-end.ts';
import { TurnHooks } from './turn/turn-hooks.ts';

/** Shared by all agents of a session. */
export interface SessionServices {
  readonly options: AgentSessionOptions;
  /** Ids of all calls of all agents, so that each id names one call. */
  readonly callIds: ReadonlySet<string>;
  readonly thinking: ThinkingMemory;
  readonly append: (event: NewSessionEvent) => void;
  readonly setMode: (mode: PermissionMode, by: 'tool' | 'answer') => void;
  /** Why the budget allows no further request to `model`; `undefined` when it does. */
  readonly overBudget: (model: string) => string | undefined;
}

export interface AgentConfig {
  /** Base of the context of each request. */
  readonly base: ToolUseContext;
  readonly model: () => string;
  /** Tools its model may be offered now. */
  readonly pool: () => readonly Tool[];
  /** Where its permission questions are queued, and who answers them. */
  readonly queue: AskQueue;
  readonly handler: AskHandler;
  readonly frames: FrameSink;
  /** Work it started that still runs, one line each; kept across a compaction. */
  readonly running?: () => readonly string[];
  /** Selects the part of a scripted session that this agent plays. */
  readonly scripted?: ScriptedAgent;
}

export interface AgentTurn {
  readonly turnId: string;
  /** Aborts the answer and its calls. */
  readonly controller: AbortController;
  /** Aborts the answer only; calls end as far as they can be interrupted. */
  readonly sendNow: AbortSignal;
  /** Maximum number of requests. */
  readonly maxTurns: number | undefined;
  /** Appends pending reminders before the next request is built. */
  readonly beforeRequest: () => void;
}

/** One agent of a session, main or sub-agent: its conversation, its gate and its calls. */
export class Agent {
  readonly transcript: Transcript;
  readonly calls: AgentCalls;
  readonly compactor: Compactor;
  readonly #services: SessionServices;
  readonly #config: AgentConfig;
  readonly #autoMode: AutoMode;
  readonly #append: (event: NewSessionEvent) => void;

  constructor(services: SessionServices, config: AgentConfig) {
    const { options } = services;
    const env = options.env ?? process.env;
    const { agentId } = config.base.agent;
    this.#services = services;
    this.#config = config;
    this.#append = (event) => services.append(agentId === undefined ? event : { ...event, agentId });
    this.transcript = new Transcript(agentId);
    this.#autoMode = new AutoMode(options, {
      model: config.model,
      overBudget: () => services.overBudget(config.model()),
      append: this.#append,
      ...(agentId !== undefined && { agentId }),
    });
    const gate: PermissionGate = new PermissionGate({
      engine: options.permissionEngine,
      queue: config.queue,
      handler: config.handler,
      append: this.#append,
      changePermissions: options.changePermissions,
      setMode: (mode) => services.setMode(mode, 'answer'),
      classifier: this.#autoMode.classifier,
      askHooks: (request) => options.hooks?.askHooks(request, (rule) => gate.mayMeet(rule, request)),
    });
    this.calls = new AgentCalls({
      hooks: options.hooks?.calls,
      base: config.base,
      tools: () =>
        toolsForRequest({
          pool: config.pool(),
          transcript: this.transcript,
          model: config.model(),
          env,
          knowsReferences: options.client.knowsToolReferences?.() ?? false,
        }),
      gate,
      append: this.#append,
      frames: config.frames,
      cap: concurrencyCap(env),
      siblingAbort: () => siblingAbortFrom(env, options.siblingAbort?.() ?? 'all'),
      beforeEffect: options.beforeEffect,
    });
    this.compactor = new Compactor({
      agentId,
      client: options.client,
      retry: options.retry ?? DEFAULT_RETRY,
      env,
      transcript: this.transcript,
      append: this.#append,
      model: config.model,
      tools: () => this.calls.requestTools,
      thinking: services.thinking,
      settings: () => options.compaction?.() ?? { enabled: true },
      overBudget: () => services.overBudget(config.model()),
      state: () => {
        const { todos, permission } = config.base.getAppState();
        return { todos, mode: permission.mode, files: this.calls.readFiles, running: config.running?.() ?? [] };
      },
      keepFiles: (paths) => this.calls.keepFiles(paths),
      hooks: options.compactionHooks ?? options.hooks?.compactionOf(config.base.agent),
    });
  }

  /** Applies an event of the conversation it was forked from. The classifier is left out: it reads the log itself. */
  inherit(event: SessionEvent): void {
    this.transcript.apply(event);
    this.compactor.apply(event);
  }

  apply(event: SessionEvent): void {
    this.transcript.apply(event);
    this.compactor.apply(event);
    this.#autoMode.apply(event);
  }

  /** Alternates requests and calls until the model is done or something ends the turn. */
  turn({ turnId, controller, sendNow, maxTurns, beforeRequest }: AgentTurn): Promise<TurnEnd> {
    const { callIds, overBudget, thinking } = this.#services;
    const { client, retry, env, mcpReady, permissionEngine } = this.#services.options;
    const { model, frames, scripted } = this.#config;
    const { hooks } = this.#services.options;
    const { base } = this.#config;
    return runTurn({
      hooks:
        hooks &&
        new TurnHooks({
          session: hooks,
          agent: base.agent,
          transcript: this.transcript,
          cwd: () => this.calls.cwd,
          mode: () => base.getAppState().permission.mode,
          signal: controller.signal,
        }),
      turnId,
      append: this.#append,
      frames,
      client,
      retry: retry ?? DEFAULT_RETRY,
      compactAhead: () => this.compactor.ahead(turnId, controller.signal),
      afterOverflow: () => this.compactor.afterOverflow(turnId, controller.signal),
      prepare: async () => {
        beforeRequest();
        await this.#fitResults();
        await mcpReady?.(controller.signal);
        const { tools, referable, runner } = this.calls.prepare(model(), controller);
        const maxTokens = maxOutputTokens(model(), env ?? process.env);
        const request = buildRequest(this.transcript, { model: model(), maxTokens, tools, referable, thinking });
        return { request: scripted ? { ...request, agent: scripted } : request, runner };
      },
      withoutRefused: (refusal, request) => thinking.refused(refusal, request, this.transcript),
      beforeAnswer: () => permissionEngine.ready(),
      takenCallIds: callIds,
      maxTurns,
      overBudget: () => overBudget(model()),
      signal: controller.signal,
      sendNow,
      abort: () => controller.abort({ type: 'discarded', why: 'the turn failed' } satisfies AbortReason),
    });
  }

  #fitResults(): Promise<void> {
    const { tools, mcpTools, log, resultBudget } = this.#services.options;
    return fitResults({
      transcript: this.transcript,
      tools: [...tools, ...(mcpTools?.() ?? [])],
      budget: resultBudget ?? CONVERSATION_RESULT_CHARS,
      sessionDir: log.sessionDir,
      append: this.#append,
    });
  }
}
