import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import { createExecutor } from '#main/executor/create-executor.ts';
import type { StreamingToolExecutor } from '#main/executor/streaming-executor.ts';
import type { ApiTool } from '#main/model/client.ts';
import type { PermissionGate } from '#main/permission/gate.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import { cacheBreakpoint } from '#main/tool/registry.ts';
import { toApiTool } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { CallRunner } from './collect-results.ts';

export interface RoomSeat {
  /** What every context is made of; the room puts in pool, model, abort controller, folder and read files as they stand. */
  readonly base: ToolUseContext;
  /** What the model is offered now, in the order it is sent. */
  readonly pool: () => readonly Tool[];
  readonly gate: PermissionGate;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  /** Calls of one answer that may run at once. */
  readonly cap: number;
  /** Asked before each request. */
  readonly siblingAbort: () => SiblingAbort;
}

export interface PreparedCalls {
  /** As the request names them, with the cache breakpoint on the last built-in (SPEC R3). */
  readonly tools: ApiTool[];
  readonly runner: CallRunner;
}

/** Where the calls of one agent run: its gate, its tools, and the context that lives on from call to call. */
export class CallRoom {
  readonly #seat: RoomSeat;
  #readFileState: ToolUseContext['readFileState'];
  /** Where commands start while there is no executor to ask. */
  #cwd: string;
  #executor: StreamingToolExecutor | undefined;

  constructor(seat: RoomSeat) {
    this.#seat = seat;
    this.#readFileState = seat.base.readFileState;
    this.#cwd = seat.base.cwd;
  }

  /** Where the next shell command starts, absolute. */
  get cwd(): string {
    return this.#executor?.context.cwd ?? this.#cwd;
  }

  /** What the model is offered now, in the order it is sent. */
  get pool(): readonly Tool[] {
    return this.#seat.pool();
  }

  /** The tools of the next request, and who runs the calls it brings. Both see the same pool. */
  prepare(model: string, controller: AbortController): PreparedCalls {
    const { base, gate, append, frames, cap, siblingAbort } = this.#seat;
    const pool = this.pool;
    const before = { cwd: this.cwd, readFileState: this.#readFileState };
    this.#readFileState = before.readFileState.clone();
    const executor = createExecutor({
      context: {
        ...base,
        options: { ...base.options, tools: pool, model },
        cwd: before.cwd,
        abortController: controller,
        readFileState: this.#readFileState,
      },
      turnSignal: controller.signal,
      gate,
      append,
      frames,
      cap,
      siblingAbort: siblingAbort(),
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

  /** Stops the calls that needn't be waited for. */
  interruptForSend(): void {
    this.#executor?.interruptForSend();
  }

  /** Questions that the current rules answer are settled. */
  permissionsChanged(): void {
    this.#seat.gate.recheckPending();
  }
}
