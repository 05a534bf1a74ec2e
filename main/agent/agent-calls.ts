import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { BeforeEffect } from '#main/executor/call-run.ts';
import type { CallHooks } from '#main/executor/call-hooks.ts';
import { createExecutor } from '#main/executor/create-executor.ts';
import type { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import type { PermissionGate } from '#main/permission/gate.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { CallRunner } from './collect-results.ts';
import type { RequestTools } from './request-tools.ts';

export interface AgentCallsOptions {
  /** The base of every context. Pool, model, abort controller, folder and read files are added as they are at that moment. */
  readonly base: ToolUseContext;
  /** What a request made now would say about tools. */
  readonly tools: () => RequestTools;
  readonly gate: PermissionGate;
  readonly hooks?: CallHooks | undefined;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  /** Calls of one answer that may run at once. */
  readonly cap: number;
  /** Asked before each request. */
  readonly siblingAbort: () => SiblingAbort;
  readonly beforeEffect?: BeforeEffect | undefined;
}

export interface PreparedCalls {
  readonly tools: RequestTools['tools'];
  readonly referable: RequestTools['referable'];
  readonly runner: CallRunner;
}

/** Runs the calls of one agent: holds its gate, its tools and the context that is kept from call to call. */
export class AgentCalls {
  readonly #options: AgentCallsOptions;
  #readFileState: ToolUseContext['readFileState'];
  /** Where commands start while there is no executor to ask. */
  #cwd: string;
  #executor: StreamingToolExecutor | undefined;

  constructor(options: AgentCallsOptions) {
    this.#options = options;
    this.#readFileState = options.base.readFileState;
    this.#cwd = options.base.cwd;
  }

  /** Where the next shell command starts, absolute. */
  get cwd(): string {
    return this.#executor?.context.cwd ?? this.#cwd;
  }

  /** What the model can call now, whole definitions and mere names alike. */
  get pool(): readonly Tool[] {
    return this.#options.tools().pool;
  }

  /** What a request made now would say about tools. */
  get requestTools(): RequestTools {
    return this.#options.tools();
  }

  /** What the model has seen of files, for whoever goes on with its conversation. */
  get readFileState(): ToolUseContext['readFileState'] {
    return this.#readFileState;
  }

  /** Files whose content the model has seen, the latest first. */
  get readFiles(): string[] {
    return this.#readFileState.paths();
  }

  /** A context for reading a file on the person's behalf, beside any call; what is read counts as seen by the model. */
  contextForReading(signal: AbortSignal): ToolUseContext {
    const abortController = new AbortController();
    if (signal.aborted) abortController.abort();
    else signal.addEventListener('abort', () => abortController.abort(), { once: true });
    return { ...this.#options.base, abortController, readFileState: this.#readFileState };
  }

  /** The model no longer has the content of any file but these. */
  keepFiles(paths: ReadonlySet<string>): void {
    this.#readFileState.keepOnly(paths);
  }

  /** The tools of the next request, and who runs the calls it brings. Both see the same pool. */
  prepare(model: string, controller: AbortController): PreparedCalls {
    const { base, gate, hooks, append, frames, cap, siblingAbort, beforeEffect } = this.#options;
    const { pool, deferred, tools, referable, reminders } = this.#options.tools();
    for (const event of reminders) append(event);
    const before = { cwd: this.cwd, readFileState: this.#readFileState };
    this.#readFileState = before.readFileState.clone();
    const executor = createExecutor({
      context: {
        ...base,
        options: { ...base.options, tools: pool, deferred, model },
        cwd: before.cwd,
        abortController: controller,
        readFileState: this.#readFileState,
      },
      turnSignal: controller.signal,
      gate,
      hooks,
      append,
      frames,
      cap,
      siblingAbort: siblingAbort(),
      beforeEffect,
      onOwnAbort: (reason) => controller.abort(reason),
    });
    this.#executor = executor;
    return {
      tools,
      referable,
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

  /** Stops the calls that needn't be waited for. */
  interruptForSend(): void {
    this.#executor?.interruptForSend();
  }

  /** Questions that the current rules answer are settled. */
  permissionsChanged(): void {
    this.#options.gate.recheckPending();
  }
}
