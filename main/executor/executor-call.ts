import type { ToolUseContext } from '#main/tool/context.ts';
import { ChildAbort } from './abort-tree.ts';
import type { CallResult, QueuedCall } from './call-result.ts';

export type CallState = 'queued' | 'executing' | 'completed' | 'yielded';

/** One call as the executor keeps it. */
export class ExecutorCall {
  readonly call: QueuedCall;
  /** Its place in the response, from 0. */
  readonly index: number;
  /** May run beside others. */
  readonly safe: boolean;
  readonly abort: ChildAbort;
  state: CallState = 'queued';
  result: CallResult | undefined;
  /** Waits for a person: it keeps its place in the order and takes no slot. */
  waiting = false;
  /** Its tool has been let run, so it may have had effects. Until then it is only being checked and decided about. */
  began = false;
  /** Set while a call whose wait is over stands in line for a slot. */
  #resume: (() => void) | undefined;
  readonly #settled = Promise.withResolvers<void>();

  constructor(call: QueuedCall, index: number, safe: boolean, parent: AbortSignal) {
    this.call = call;
    this.index = index;
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
    return this.state === 'executing' && !this.waiting && !this.isInLine;
  }

  get isInLine(): boolean {
    return this.#resume !== undefined;
  }

  complete(result: CallResult): void {
    this.state = 'completed';
    this.result = result;
    this.abort.detach();
    this.letGo();
    this.#settled.resolve();
  }

  /** Resolves when `letGo` gives it a slot, or says that none is needed any more. */
  standInLine(): Promise<void> {
    return new Promise((resolve) => {
      this.#resume = resolve;
    });
  }

  /** Ends a wait for a slot. */
  letGo(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  /** The call's own copy of the context (SPEC T8). */
  contextFrom(context: ToolUseContext): ToolUseContext {
    return { ...context, abortController: this.abort.controller, toolUseId: this.call.block.id };
  }
}
