import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { BeforeEffect, CallHooks } from '#main/executor/call-run.ts';
import { createExecutor } from '#main/executor/create-executor.ts';
import type { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import type { PermissionGate } from '#main/permission/gate.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { ToolUseContext, Tool } from '#main/tool/tool.ts';
import type { CallRunner } from './turn/answer-calls.ts';
import type { RequestTools } from './request/request-tools.ts';

export interface AgentCallsOptions {
  /** Base of every tool-use context. Pool, model, abort controller, working directory and read files are added per request. */
  readonly base: ToolUseContext;
  /** Tool section of a request made now. */
  readonly tools: () => RequestTools;
  readonly gate: PermissionGate;
  readonly hooks?: CallHooks | undefined;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  /** Maximum number of concurrent calls per answer. */
  readonly cap: number;
  /** Read before each request. */
  readonly siblingAbort: () => SiblingAbort;
  readonly beforeEffect?: BeforeEffect | undefined;
}

export interface PreparedCalls {
  readonly tools: RequestTools['tools'];
  readonly referable: RequestTools['referable'];
  readonly runner: CallRunner;
}

/**
 * Runs the tool calls of one agent. Holds its gate, its tools and the state that persists between calls (working directory, read files).
 */
export class AgentCalls {
  readonly #options: AgentCallsOptions;
  #readFileState: ToolUseContext['readFileState'];
  /** Working directory of shell commands while there is no executor. */
  #cwd: string;
  #executor: StreamingToolExecutor | undefined;

  constructor(options: AgentCallsOptions) {
    this.#options = options;
    this.#readFileState = options.base.readFileState;
    this.#cwd = options.base.cwd;
  }

  /** Working directory of the next shell command, absolute. */
  get cwd(): string {
    return this.#executor?.context.cwd ?? this.#cwd;
  }

  /** Tools the model can call now, including deferred ones that are sent by name only. */
  get pool(): readonly Tool[] {
    return this.#options.tools().pool;
  }

  /** Tool section of a request made now. */
  get requestTools(): RequestTools {
    return this.#options.tools();
  }

  /** Files the model has read; passed on when another agent continues this conversation. */
  get readFileState(): ToolUseContext['readFileState'] {
    return this.#readFileState;
  }

  /** Paths of files whose content the model has seen, most recent first. */
  get readFiles(): string[] {
    return this.#readFileState.paths();
  }

  /** Context for reading a file on the user's behalf, outside any call. Files read through it count as seen by the model. */
  contextForReading(signal: AbortSignal): ToolUseContext {
    const abortController = new AbortController();
    if (signal.aborted) abortController.abort();
    else signal.addEventListener('abort', () => abortController.abort(), { once: true });
    return { ...this.#options.base, abortController, readFileState: this.#readFileState };
  }

  /** Forgets every read file except these: the model no longer has their content. */
  keepFiles(paths: ReadonlySet<string>): void {
    this.#readFileState.keepOnly(paths);
  }

  /** Returns the tools of the next request and the runner for its calls. Both use the same pool. */
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
          // The model never saw what these calls read, nor their change of directory.
          this.#readFileState = before.readFileState;
          this.#cwd = before.cwd;
          if (this.#executor === executor) this.#executor = undefined;
          return discarded;
        },
      },
    };
  }

  /** Aborts the calls that can be interrupted when a message has to go out now. */
  interruptForSend(): void {
    this.#executor?.interruptForSend();
  }

  /** Settles pending questions that the current rules answer. */
  permissionsChanged(): void {
    this.#options.gate.recheckPending();
  }
}
