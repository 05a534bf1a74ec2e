import type { ToolUseContext } from '#main/tool/context.ts';
import { ChildAbort } from './abort-tree.ts';
import type { CallResult, QueuedCall } from './call-result.ts';

export type CallState = 'queued' | 'executing' | 'completed' | 'yielded';

/** One call as the executor keeps it. */
export class ExecutorCall {
  readonly call: QueuedCall;
  readonly safe: boolean;
  readonly abort: ChildAbort;
  state: CallState = 'queued';
  result: CallResult | undefined;
  /** Waits for a person: it keeps its place in the order and takes no slot. */
  waiting = false;
  /** Set while a call whose wait is over stands in line for a slot. */
  resume: (() => void) | undefined;
  readonly #settled = Promise.withResolvers<void>();

  constructor(call: QueuedCall, safe: boolean, parent: AbortSignal) {
    this.call = call;
    this.safe = safe;
    this.abort = new ChildAbort(parent);
  }

  /** Resolves when the result is there. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  get unfinished(): boolean {
    return this.state === 'queued' || this.state === 'executing';
  }

  get takesSlot(): boolean {
    return this.state === 'executing' && !this.waiting && this.resume === undefined;
  }

  complete(result: CallResult): void {
    this.state = 'completed';
    this.result = result;
    this.abort.detach();
    this.letGo();
    this.#settled.resolve();
  }

  /** Ends a wait for a slot. */
  letGo(): void {
    const { resume } = this;
    this.resume = undefined;
    resume?.();
  }

  /** The call's own copy of the context (SPEC T8). */
  contextFrom(context: ToolUseContext): ToolUseContext {
    return { ...context, abortController: this.abort.controller, toolUseId: this.call.block.id };
  }
}
