import type { PermissionMode } from '#shared/permission/mode.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionView } from '#shared/session/view.ts';
import { concurrencyCap } from '#main/executor/concurrency-cap.ts';
import { createExecutor } from '#main/executor/create-executor.ts';
import { siblingAbortFrom } from '#main/executor/sibling-abort.ts';
import type { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import type { ApiTool } from '#main/model/client.ts';
import type { AutoClassifier } from '#main/permission/classifier/auto-classifier.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import { ReadFileState } from '#main/tool/read-file-state.ts';
import { assembleToolPool, cacheBreakpoint } from '#main/tool/registry.ts';
import { toApiTool } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { AppStateStore } from './app-state.ts';
import type { CallRunner } from './collect-results.ts';

export interface RoomHost {
  readonly view: SessionView;
  readonly append: (event: NewSessionEvent) => void;
  readonly setMode: (mode: PermissionMode, by: 'tool' | 'answer') => void;
  readonly classifier: AutoClassifier;
}

export interface PreparedCalls {
  /** As the request names them, with the cache breakpoint on the last built-in (SPEC R3). */
  readonly tools: ApiTool[];
  readonly runner: CallRunner;
}

/** Where the calls of one agent run: its gate, its tools, and the context that lives on from call to call. */
export class CallRoom {
  readonly #options: AgentSessionOptions;
  readonly #host: RoomHost;
  readonly #queue = new AskQueue();
  readonly #gate: PermissionGate;
  readonly #appState: AppStateStore;
  #readFileState = new ReadFileState();
  /** Where commands start while there is no executor to ask. */
  #cwd: string | undefined;
  #executor: StreamingToolExecutor | undefined;

  constructor(options: AgentSessionOptions, host: RoomHost) {
    this.#options = options;
    this.#host = host;
    this.#gate = new PermissionGate({
      engine: options.permissionEngine,
      queue: this.#queue,
      handler: interactiveHandler(this.#queue),
      append: host.append,
      saveRules: options.saveRules,
      setMode: (mode) => host.setMode(mode, 'answer'),
      classifier: host.classifier,
    });
    this.#appState = new AppStateStore({
      permissionContext: options.permissionContext,
      todos: () => host.view.todos,
      onTodos: (todos) => host.append({ type: 'todos.updated', data: { todos: [...todos] } }),
      onMode: (mode) => host.setMode(mode, 'tool'),
    });
  }

  /** Where the next shell command starts, absolute. */
  get cwd(): string {
    return this.#executor?.context.cwd ?? this.#cwd ?? this.#host.view.projectDir;
  }

  /** What the model is offered now, in the order it is sent. */
  get pool(): readonly Tool[] {
    const permission = this.#options.permissionContext();
    return assembleToolPool(
      this.#options.tools.filter(({ isMcp }) => !isMcp),
      [...this.#options.tools.filter(({ isMcp }) => isMcp), ...(this.#options.mcpTools?.() ?? [])],
      { isHidden: (name) => this.#options.permissionEngine.isHidden(name, permission) },
    );
  }

  /** The tools of the next request, and who runs the calls it brings. Both see the same pool. */
  prepare(model: string, controller: AbortController): PreparedCalls {
    const pool = this.pool;
    const before = { cwd: this.cwd, readFileState: this.#readFileState };
    this.#readFileState = before.readFileState.clone();
    const context = this.#context(pool, model, controller);
    const env = this.#options.env ?? process.env;
    const executor = createExecutor({
      context,
      turnSignal: controller.signal,
      gate: this.#gate,
      append: this.#host.append,
      frames: this.#options.frames,
      cap: concurrencyCap(env),
      siblingAbort: siblingAbortFrom(env, this.#options.siblingAbort?.() ?? 'all'),
      onOwnAbort: (reason) => controller.abort(reason),
    });
    this.#executor = executor;
    const breakpoint = cacheBreakpoint(pool);
    const tools = pool.map((tool, index) => ({
      ...toApiTool(tool),
      ...(index === breakpoint && { cache_control: { type: 'ephemeral' as const } }),
    }));
    return {
      tools,
      runner: {
        addTool: (call) => executor.addTool(call),
        close: () => executor.close(),
        results: () => executor.results(),
        discard: async (why) => {
          const discarded = await executor.discard(why);
          // The model never saw what these calls read, nor where they went.
          this.#readFileState = before.readFileState;
          this.#cwd = before.cwd;
          if (this.#executor === executor) this.#executor = undefined;
          return discarded;
        },
      },
    };
  }

  answer(askId: string, digest: string, answer: AskAnswer): 'accepted' | 'stale' | 'gone' {
    return this.#queue.answer(askId, digest, answer);
  }

  /** Stops the calls that needn't be waited for. */
  interruptForSend(): void {
    this.#executor?.interruptForSend();
  }

  permissionsChanged(): void {
    this.#gate.recheckPending();
  }

  #context(tools: readonly Tool[], model: string, abortController: AbortController): ToolUseContext {
    const { view } = this.#host;
    const { sessionDir } = this.#options.log;
    return {
      options: { tools, model, isNonInteractive: this.#options.isNonInteractive },
      session: { sessionId: view.sessionId, sessionDir, projectDir: view.projectDir },
      cwd: this.cwd,
      agent: { depth: 0 },
      abortController,
      toolUseId: '',
      readFileState: this.#readFileState,
      getAppState: () => this.#appState.get(),
      setAppState: (change) => this.#appState.set(change),
      setAppStateForTasks: (change) => this.#appState.set(change),
      services: this.#options.services,
    };
  }
}
